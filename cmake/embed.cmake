# The built-in data sets: gzipped CSV files of data/ turned into byte arrays at configuration time.
set(protea_embedded_sources "")
