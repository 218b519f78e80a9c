/**
 * @typedef {object} Figure medians in milliseconds
 * @property {string} name
 * @property {number} handler through the route handler
 * @property {number} http through the server, over HTTP
 * @property {number} floor plain SQL on the engine
 * @property {number} least the fastest round through the route handler
 * @property {number} leastFloor the fastest round of plain SQL
 * @property {number | undefined} target
 */

/** @typedef {{ engine: "sqlite" | "postgres", size: number, figures: Figure[] }} Measured */

/** @param {Pick<Measured, "engine" | "size">} measured */
export function titleOf({ engine, size }) {
  return `${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${size.toLocaleString("en")} items`;
}

/** Returns the time that a query may take: 1.5 times its floor and 2 ms. @param {Figure} figure */
export const limitOf = ({ floor }) => 1.5 * floor + 2;

/** @param {Measured} measured */
export function figuresTable({ figures }) {
  const rows = figures.map((figure) => {
    const { name, handler, http, floor, least, leastFloor, target } = figure;
    const limit = limitOf(figure);
    return [
      name,
      ms(handler),
      ms(floor),
      `${ms(limit)} ${mark(handler <= limit)}`,
      target === undefined ? "" : `${target} ${mark(handler <= target)}`,
      ms(http),
      `${ms(least)} (${ms(leastFloor)})`,
    ];
  });
  const head = [
    "",
    "handler",
    "floor",
    "1.5 × floor + 2",
    "target",
    "over HTTP",
    "fastest (floor)",
  ];
  return markdown(head, rows);
}

/**
 * Returns a table of all measurements: the route handler, with the floor in parentheses.
 * @param {Measured[]} all
 */
export function sideBySide(all) {
  const targets = new Map(
    all
      .filter(({ size }) => size === 100_000)
      .flatMap(({ figures }) => figures.map(({ name, target }) => [name, target])),
  );
  const names = [...new Set(all.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    String(targets.get(name) ?? ""),
    ...all.map(({ figures }) => {
      const figure = figures.find((one) => one.name === name);
      if (!figure) return "";
      const slow = figure.handler > limitOf(figure) ? " ✗" : "";
      return `${ms(figure.handler)} (${ms(figure.floor)})${slow}`;
    }),
  ]);
  const short = (/** @type {number} */ size) => (size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`);
  const columns = all.map(
    ({ engine, size }) => `${engine === "sqlite" ? "SQLite" : "PostgreSQL"} ${short(size)}`,
  );
  return markdown(["", "target at 100k", ...columns], rows);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function markdown(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** @param {boolean} isMet */
const mark = (isMet) => (isMet ? "✓" : "✗");

/** @param {number} milliseconds */
const ms = (milliseconds) => milliseconds.toFixed(1);
