/**
 * @typedef {object} Measure
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [target] the highest acceptable value
 * @property {number} [digits]
 */

/** @param {Measure[]} measures */
export function table(measures) {
  const width = Math.max(...measures.map(({ name }) => name.length));
  return measures.map((measure) => `${measure.name.padEnd(width)}  ${shown(measure)}`).join("\n");
}

/** @param {Measure} measure */
function shown({ value, unit, target, digits = 0 }) {
  const figure = `${value.toFixed(digits)} ${unit}`.padStart(12);
  if (target === undefined) return figure;
  return `${figure}   ≤ ${target} ${unit} ${value <= target ? "✓" : "✗"}`;
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
