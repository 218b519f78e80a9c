/**
 * @typedef {object} Figure milliseconds, medians
 * @property {string} name
 * @property {number} handler through the route handler
 * @property {number} http through the server, over HTTP
 * @property {number} floor of the reference queries, directly on the engine
 * @property {number} least of the route handler's
 * @property {number} leastFloor
 * @property {number | undefined} reach
 */

/** @typedef {{ engine: "sqlite" | "postgres", size: number, figures: Figure[] }} Measured */

/** @param {Pick<Measured, "engine" | "size">} measured */
export function titleOf({ engine, size }) {
  return `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${size.toLocaleString("en")} entries`;
}

/** What a question may take: half as much again as its floor, and 2 ms. @param {Figure} figure */
export const limitOf = ({ floor }) => 1.5 * floor + 2;

/** @param {Measured} measured */
export function figuresTable({ figures }) {
  const rows = figures.map((figure) => {
    const { name, handler, http, floor, least, leastFloor, reach } = figure;
    const limit = limitOf(figure);
    return [
      name,
      ms(handler),
      ms(floor),
      `${ms(limit)} ${mark(handler <= limit)}`,
      reach === undefined ? "" : `${reach} ${mark(handler <= reach)}`,
      ms(http),
      `${ms(least)} (${ms(leastFloor)})`,
    ];
  });
  const head = ["", "handler", "floor", "1.5 × floor + 2", "reach", "over HTTP", "least (floor)"];
  return markdown(head, rows);
}

/**
 * All that was measured side by side: handler, in brackets the floor.
 * @param {Measured[]} all
 */
export function sideBySide(all) {
  const reaches = new Map(
    all
      .filter(({ size }) => size === 100_000)
      .flatMap(({ figures }) => figures.map(({ name, reach }) => [name, reach])),
  );
  const names = [...new Set(all.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    String(reaches.get(name) ?? ""),
    ...all.map(({ figures }) => {
      const figure = figures.find((one) => one.name === name);
      if (!figure) return "";
      const missed = figure.handler > limitOf(figure) ? " ✗" : "";
      return `${ms(figure.handler)} (${ms(figure.floor)})${missed}`;
    }),
  ]);
  const short = (/** @type {number} */ size) => (size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`);
  const columns = all.map(
    ({ engine, size }) => `${engine === "sqlite" ? "SQLite" : "PostgreSQL"} ${short(size)}`,
  );
  return markdown(["", "reach at 100k", ...columns], rows);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function markdown(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** @param {boolean} reached */
const mark = (reached) => (reached ? "✓" : "✗");

/** @param {number} milliseconds */
const ms = (milliseconds) => milliseconds.toFixed(1);
