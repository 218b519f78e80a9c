import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Characters of a built function that say which one it is. */
const SHOWN = 160;

/**
 * Returns the innermost function of ours that took at least half of what a profile saw, with the start of its code,
 * as built code has no names.
 * @param {import("node:inspector").Profiler.Profile} profile
 */
export function slowestFunction({ nodes, samples = [], timeDeltas = [] }) {
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    times.set(id, (times.get(id) ?? 0) + (timeDeltas[index + 1] ?? 0));
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** @param {import("node:inspector").Profiler.ProfileNode} node @returns {number} */
  const totalOf = (node) =>
    childrenOf(node).reduce((sum, child) => sum + totalOf(child), times.get(node.id) ?? 0);
  /** @param {import("node:inspector").Profiler.ProfileNode} node */
  const childrenOf = ({ children = [] }) => children.flatMap((id) => byId.get(id) ?? []);
  const idle = new Set(["(idle)", "(program)"]);
  const own = (/** @type {import("node:inspector").Profiler.ProfileNode} */ node) =>
    idle.has(node.callFrame.functionName) ? 0 : totalOf(node);
  const whole = childrenOf(nodes[0]).reduce((sum, child) => sum + own(child), 0);
  /** @type {string[]} */
  const path = [];
  let next = nodes[0];
  while (next) {
    const { functionName, url, lineNumber, columnNumber } = next.callFrame;
    const isOurs = url.startsWith("file:") && !/node_modules|scripts\/bench/.test(url);
    if (isOurs) path.push(`${functionName} ${startOf(url, lineNumber, columnNumber)}`);
    next = childrenOf(next)
      .filter((child) => own(child) >= whole / 2)
      .toSorted((one, other) => own(other) - own(one))[0];
  }
  return path.at(-1) ?? "none of ours";
}

/** @param {string} url @param {number} line @param {number} column */
function startOf(url, line, column) {
  const text = readFileSync(fileURLToPath(url), "utf8").split("\n")[line] ?? "";
  return text.slice(column, column + SHOWN);
}
