import { displayable } from "../../lib/text/displayable.ts";

// Changes of one item of a list. Each is made to the list as the server has it, so that two people can change it at
// the same time.

/** One of the names that a project configures. Removed ones stay, because items and histories show them. */
export interface Named {
  id: string;
  name: string;
  removed?: true | undefined;
}

/** Someone else changed or removed the item in the meantime. */
export class ItemChanged<Item extends Named> extends Error {
  /** The item as it is now; null if it was removed. */
  readonly now: Item | null;

  /** @param noun what the item is, such as "label" */
  constructor(noun: string, now: Item | null) {
    super(
      now === null
        ? `Someone else removed this ${noun}.`
        : `Someone else changed this ${noun}: it's now “${displayable(now.name)}”. Save again to replace it.`,
    );
    this.now = now;
  }
}

/**
 * Replaces an item.
 * @param before the item as the person saw it
 * @throws {ItemChanged} if it isn't like that anymore
 */
export function withReplaced<Item extends Named>(
  all: readonly Item[],
  noun: string,
  { before, after }: { before: Item; after: Item },
): Item[] {
  const now = all.find(({ id }) => id === before.id);
  if (!now || now.removed) throw new ItemChanged<Item>(noun, null);
  if (!isSame(now, before)) throw new ItemChanged(noun, now);
  return all.map((one) => (one === now ? after : one));
}

export function withRemoved<Item extends Named>(all: readonly Item[], id: string): Item[] {
  return all.map((one) => (one.id === id ? { ...one, removed: true } : one));
}

/** Undoes the removal of an item, which returns to its place. */
export function withRestored<Item extends Named>(all: readonly Item[], id: string): Item[] {
  return all.map((one) => (one.id === id ? { ...one, removed: undefined } : one));
}

/** Swaps an item with the next one before or after it that isn't removed. */
export function withMoved<Item extends Named>(
  all: readonly Item[],
  id: string,
  by: 1 | -1,
): Item[] {
  const places = all.flatMap(({ removed }, place) => (removed ? [] : place));
  const from = all.findIndex((one) => one.id === id);
  const at = places.indexOf(from);
  const to = at < 0 ? undefined : places[at + by];
  const [one, other] = [all[from], to === undefined ? undefined : all[to]];
  if (!one || !other || to === undefined) return [...all];
  return all.map((each, place) => (place === from ? other : place === to ? one : each));
}

function isSame<Item extends Named>(one: Item, other: Item): boolean {
  const [text, otherText] = [one, other].map((item) => JSON.stringify(Object.entries(item).sort()));
  return text === otherText;
}
