// Numbers as they are read: a true minus, few digits, thousands apart, powers of ten for the very large and small.

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const thin = '\u202f';

const exponent = (power) => (power < 0 ? '⁻' : '') + [...String(Math.abs(power))].map((d) => raised[d]).join('');
const without_zeros = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const is_number = (value) => typeof value === 'number' && Number.isFinite(value);

const sign_of = (value) => (value < 0 ? '−' : '');

export function power_of_ten(value, digits) {
  if (value === 0) return '0';
  const [mantissa, power] = Math.abs(value)
    .toExponential(digits - 1)
    .split('e');
  const factor = without_zeros(mantissa);
  return `${sign_of(value)}${factor === '1' ? '' : `${factor}·`}10${exponent(Number(power))}`;
}

export function number(value, digits = 4) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e7 || size < 1e-4) return power_of_ten(value, digits);
  const decimals = Number.isInteger(size) ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const [whole, part] = without_zeros(size.toFixed(Math.min(decimals, 12))).split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, thin) : whole;
  return sign_of(value) + grouped + (part ? `.${part}` : '');
}

// How to write the numbers of a column: with the same decimals, where they are of like size.
export function like(values) {
  const known = values.filter((value) => is_number(value) && value !== 0).map(Math.abs);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.every(Number.isInteger) || most >= 1e5 || least < 1e-4 || most / least > 1e4)
    return (value) => number(value, 5);
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(most)));
  return (value) =>
    is_number(value) && value !== 0 ? `${sign_of(value)}${Math.abs(value).toFixed(decimals)}` : number(value);
}

// A value of the data, which its reader knows with the digits it was read with.
export const reading = (value) => number(value, 6);

export function percent(share) {
  if (!is_number(share)) return '–';
  if (share > 0 && share < 0.001) return `less than 0.1${thin}%`;
  if (share < 1 && share > 0.999) return `more than 99.9${thin}%`;
  const digits = share === 0 || share === 1 ? 0 : share > 0.1 && share < 0.9 ? 0 : 1;
  return `${(100 * share).toFixed(digits)}${thin}%`;
}

export const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

export function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

// The ends of numbers, missing ones left out; null when there are none.
export function ends(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!is_number(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}
