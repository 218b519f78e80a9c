/**
 * @typedef {object} Measure
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [reach] the value that it should not exceed
 * @property {number} [digits]
 */

/** @param {Measure[]} measures */
export function table(measures) {
  const width = Math.max(...measures.map(({ name }) => name.length));
  return measures.map((measure) => `${measure.name.padEnd(width)}  ${shown(measure)}`).join("\n");
}

/** @param {Measure} measure */
function shown({ value, unit, reach, digits = 0 }) {
  const figure = `${value.toFixed(digits)} ${unit}`.padStart(12);
  if (reach === undefined) return figure;
  return `${figure}   ≤ ${reach} ${unit} ${value <= reach ? "✓" : "✗"}`;
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
