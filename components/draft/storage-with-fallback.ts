import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import { keysOf } from "../../lib/outbox/stored-keys.ts";

/** Keeps texts in a storage, or in memory if it has no room for them. @param storage null for memory alone */
export function createStorageWithFallback(storage: LogStorage | null) {
  const inMemory = new Map<string, string>();
  const store = (key: string, text: string): boolean => {
    try {
      storage?.setItem(key, text);
      return storage !== null;
    } catch {
      return false;
    }
  };
  return {
    /** @param makeRoom removes something; returns false if there is nothing to remove */
    set: (key: string, text: string, makeRoom: () => boolean): void => {
      inMemory.delete(key);
      let isStored = store(key, text);
      while (!isStored && makeRoom()) isStored = store(key, text);
      if (isStored) return;
      storage?.removeItem(key);
      inMemory.set(key, text);
    },
    get: (key: string): string | null => inMemory.get(key) ?? storage?.getItem(key) ?? null,
    remove: (key: string): void => {
      inMemory.delete(key);
      storage?.removeItem(key);
    },
    isInMemory: (key: string): boolean => inMemory.has(key),
    keys: (prefix: string): string[] => [
      ...new Set([...inMemory.keys(), ...keysOf(storage)].filter((key) => key.startsWith(prefix))),
    ],
  };
}
