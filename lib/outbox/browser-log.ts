import { keysOf } from "./stored-keys.ts";

/** The part of the browser's `localStorage` that logs use. */
export type LogStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

export interface LogEntry {
  id: string;
  /** Epoch milliseconds. */
  madeAt: number;
  /** Why the server rejected it, so that it isn't sent again; null or absent before that. */
  problem?: string | null;
}

/** Entries that the server hasn't confirmed. They survive a reload and are shared by all tabs. */
export interface BrowserLog<Entry> {
  /** Adds an entry after all others. */
  append(entry: Entry): void;
  /** All entries, oldest first. */
  list(): Entry[];
  remove(ids: ReadonlySet<string>): void;
  /** Whether any entry is kept in this tab alone, because the browser couldn't store it. */
  holdsInMemory(): boolean;
  /** Whether a storage key belongs to this log. */
  owns(key: string | null): boolean;
}

/**
 * Opens the log of one person and project. Each entry has a key of its own, so that two tabs never
 * overwrite each other's.
 * @param storage null where the browser offers none
 * @param name begins the keys
 * @param isValid whether a stored value is an entry
 */
export function createBrowserLog<Entry extends LogEntry>(
  storage: LogStorage | null,
  name: string,
  [personId, projectId]: [personId: string, projectId: string],
  isValid: (value: Partial<Entry>) => value is Entry,
): BrowserLog<Entry> {
  const prefix = `${name}${encodeURIComponent(personId)}:${encodeURIComponent(projectId)}:`;
  /** Entries that the browser couldn't store. */
  const inMemory = new Map<string, Entry>();
  let sequence = 0;

  const nextKey = ({ madeAt, id }: Entry): string => {
    sequence += 1;
    return `${prefix}${pad(madeAt, 15)}.${pad(sequence, 6)}.${id}`;
  };

  const parse = (text: string | null): Entry | null => {
    try {
      const value: Partial<Entry> | null = JSON.parse(text ?? "null");
      const isEntry = typeof value?.id === "string" && typeof value.madeAt === "number";
      return isEntry && isValid(value) ? value : null;
    } catch {
      return null;
    }
  };

  const stored = (): [string, Entry][] => {
    const found: [string, Entry][] = [...inMemory];
    for (const key of keysOf(storage)) {
      if (!key.startsWith(prefix)) continue;
      const entry = parse(storage?.getItem(key) ?? null);
      if (entry) found.push([key, entry]);
    }
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  };

  return {
    append: (entry) => {
      const key = nextKey(entry);
      try {
        if (!storage) throw new Error("no storage");
        storage.setItem(key, JSON.stringify(entry));
      } catch {
        inMemory.set(key, entry);
      }
    },
    list: () => stored().map(([, entry]) => entry),
    remove: (ids) => {
      for (const [key, { id }] of stored()) {
        if (!ids.has(id)) continue;
        inMemory.delete(key);
        storage?.removeItem(key);
      }
    },
    holdsInMemory: () => inMemory.size > 0,
    owns: (key) => key?.startsWith(prefix) ?? false,
  };
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
