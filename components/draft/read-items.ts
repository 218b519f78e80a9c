"use client";

import { startTransition, useEffect, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { quotedWords } from "../../lib/prompt/draft.ts";
import { evidenceFlags } from "../../lib/prompt/evidence-flags.ts";
import { createTurns } from "./turns.ts";

/** Items that are read at once, so that a usual draft opens with its prompt. */
const AT_ONCE = 20;

const read = new WeakSet<readonly Evidence[]>();

/** Works out in short steps most of what drafting takes, which is kept for each item. */
export function* readingItems(items: readonly Evidence[]): Generator<void, void> {
  for (const item of items) {
    quotedWords(item);
    evidenceFlags(item);
    yield;
  }
  read.add(items);
}

/**
 * Reads items in turns with the rest of the page, so that drafting their prompt takes little.
 * @returns whether they were read; a prompt that is open stays open when its items change
 */
export function useItemsRead(items: readonly Evidence[]): boolean {
  const [isRead, setRead] = useState(items.length <= AT_ONCE || read.has(items));
  useEffect(() => {
    if (isRead) return;
    let isCurrent = true;
    const finish = () => isCurrent && startTransition(() => setRead(true));
    void createTurns(() => isCurrent)(readingItems(items)).then(finish);
    return () => {
      isCurrent = false;
    };
  }, [isRead, items]);
  return isRead;
}
