import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Characters of a built function that say which one it is, and how many functions are said. */
const SHOWN = 160;
const FUNCTIONS = 3;

/**
 * Returns the functions of ours in which a profile saw the most, with their shares, and with what they called if it wasn't
 * their own code. Each has the start of its code, as built code has no names.
 * @param {import("node:inspector").Profiler.Profile} profile
 */
export function slowestFunctions({ nodes, samples = [], timeDeltas = [] }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((to) => [to, id])));
  /** @type {Map<string, number>} */
  const times = new Map();
  let whole = 0;
  for (const [index, id] of samples.entries()) {
    const name = nameOf(id);
    if (name === null) continue;
    const time = timeDeltas[index + 1] ?? 0;
    whole += time;
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, FUNCTIONS)
    .map(([name, time]) => `${Math.round((100 * time) / whole)} % ${name}`)
    .join("; ");

  /** @param {number} leaf @returns {string | null} null while idle */
  function nameOf(leaf) {
    const called = byId.get(leaf)?.callFrame.functionName ?? "";
    if (called === "(idle)" || called === "(program)") return null;
    /** @type {number | undefined} */
    let at = leaf;
    for (; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      if (!frame?.url.startsWith("file:") || /node_modules|scripts\/bench/.test(frame.url))
        continue;
      const through = at === leaf ? "" : `${called} in `;
      return `${through}${frame.functionName} ${startOf(frame.url, frame.lineNumber, frame.columnNumber)}`;
    }
    return called;
  }
}

/** @param {string} url @param {number} line @param {number} column */
function startOf(url, line, column) {
  const text = readFileSync(fileURLToPath(url), "utf8").split("\n")[line] ?? "";
  return text.slice(column, column + SHOWN);
}
