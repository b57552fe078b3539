// The parts of ECharts that the page needs; everything else stays out of the bundle.

import { init, use } from 'echarts/core';
import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

use([CustomChart, LineChart, ScatterChart, GridSimpleComponent, LabelLayout, SVGRenderer]);

export { init };
