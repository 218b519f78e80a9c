import { useRef, useState } from "react";
import { displayable } from "../../lib/text/displayable.ts";
import {
  ItemChanged,
  type Named,
  withMoved,
  withRemoved,
  withReplaced,
  withRestored,
} from "./list-changes.ts";

/** Returns the changed list for the current one. */
type Change<Item> = (items: readonly Item[]) => Item[];

export type ListChanges<Item extends Named> = ReturnType<typeof useListChanges<Item>>;

/**
 * Changes of a list, each saved right away, and the result of the last one.
 * @param noun what an item is, such as "label"
 * @param save saves the list that a change returns
 */
export function useListChanges<Item extends Named>(
  noun: string,
  save: (change: Change<Item>) => Promise<unknown>,
) {
  const [editing, setEditing] = useState<Item | "new" | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState("");
  const [removed, setRemoved] = useState<Item | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** @returns whether it was saved */
  const run = async (change: Change<Item>, done: string, { name }: Named): Promise<boolean> => {
    setIsSaving(true);
    try {
      await save(change);
      setError(null);
      setRemoved(null);
      setSaid(`${done} “${displayable(name)}”`);
      list.current?.focus();
      return true;
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(failure);
      // The list shows what is there now, and saving again replaces that.
      if (failure instanceof ItemChanged) setEditing(failure.now);
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  return {
    editing,
    setEditing,
    error,
    isSaving,
    said,
    list,
    move: (item: Item, by: 1 | -1) => run((all) => withMoved(all, item.id, by), "Moved", item),
    remove: async (item: Item) => {
      if (await run((all) => withRemoved(all, item.id), "Removed", item)) setRemoved(item);
    },
    /** Restores the last removed item, if nothing was changed since. */
    restore: removed && (() => run((all) => withRestored(all, removed.id), "Restored", removed)),
    /** Adds a new item, or replaces the edited one as the person saw it, or as someone else saved it since. */
    put: async (after: Item) => {
      const before = editing === "new" ? null : editing;
      const change: Change<Item> = (all) =>
        before ? withReplaced(all, noun, { before, after }) : [...all, after];
      if (await run(change, "Saved", after)) setEditing(null);
    },
  };
}
