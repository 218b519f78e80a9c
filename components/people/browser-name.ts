/** The first of these that a browser names itself as; most also name those after it. */
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

/** `Firefox on Linux`, from what a browser says of itself. */
export function browserName(agent: string | null): string {
  const named = (known: readonly (readonly [string, string])[]) =>
    known.find(([mark]) => agent?.includes(mark))?.[1];
  const system = named(SYSTEMS);
  return `${named(BROWSERS) ?? "Unknown browser"}${system ? ` on ${system}` : ""}`;
}
