/** Ordered: most user agents also contain the names that follow theirs. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;

const SYSTEMS = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns a name such as `Firefox on Linux` for a user agent. */
export function browserName(agent: string | null): string {
  const match = (names: readonly (readonly [string, string])[]) =>
    names.find(([token]) => agent?.includes(token))?.[1];
  const system = match(SYSTEMS);
  return `${match(BROWSERS) ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}
