/** The groups of the palette, in their order. */
export const GROUPS = ["Recent", "Commands", "Views", "People", "Jobs", "Pages", "Items"] as const;
export type Group = (typeof GROUPS)[number];

/** Something to open or to do. */
export interface Entry {
  /** Unique, and the same the next time: a kind, a colon, and an ID. */
  id: string;
  group: Group;
  name: string;
  /** Untrusted or secondary text next to the name. */
  hint?: string;
  /** More words to find it by. */
  words?: string;
  /** The shortcut that does the same. */
  keys?: string;
  /** The page it opens, its function for when the palette is closed, or the request for which the palette waits. */
  open: string | (() => void) | { send: () => Promise<unknown> };
}

/** How well an entry matches typed words: 0 if it doesn't, more the better. All words must be in it. */
export function scoreOf({ name, hint = "", words = "" }: Entry, typed: string): number {
  const text = name.toLowerCase();
  const all = `${text} ${hint.toLowerCase()} ${words.toLowerCase()}`;
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => all.includes(word))) return 0;
  const [first = ""] = wanted;
  if (text.startsWith(first)) return 3;
  return ` ${text}`.includes(` ${first}`) ? 2 : 1;
}

/** Returns the entries that match, the best first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, typed) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
