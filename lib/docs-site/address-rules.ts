import "server-only";
import type { AddressRule } from "../contract/api/docs-rules.ts";
import { joinPath } from "./tree.ts";

/** Returns the path that the first matching rule leads to; null if none matches. */
export function ruledPath(rules: readonly AddressRule[], address: string): string | null {
  for (const { from, to } of rules) {
    const rest = restOf(from, address);
    if (rest !== null) return joinPath(to.replace("*", () => rest)) ?? "";
  }
  return null;
}

/** Returns what the `*` of a pattern stands for; null if the address doesn't match. `/docs/*` matches `/docs`. */
function restOf(pattern: string, address: string): string | null {
  const path = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const star = path.indexOf("*");
  if (star < 0) return bare(path) === bare(address) ? "" : null;
  const [start, end] = [path.slice(0, star), path.slice(star + 1)];
  if (end === "" && start.length > 1 && `${bare(address)}/` === start) return "";
  const fits =
    address.length >= start.length + end.length &&
    address.startsWith(start) &&
    address.endsWith(end);
  return fits ? address.slice(start.length, address.length - end.length) : null;
}

function bare(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}
