"use client";

import { startTransition, useEffect, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { quotedWords } from "../../lib/prompt/draft.ts";
import { evidenceFlags } from "../../lib/prompt/evidence-flags.ts";
import { createStepRunner } from "./turns.ts";

/** Items that are analyzed at once, so that a usual draft opens with its prompt. */
const MAX_ITEMS_AT_ONCE = 20;

const read = new WeakSet<readonly Evidence[]>();

/** Analyzes items in short steps. The results, which drafting needs, are cached by item. */
export function* readingItems(items: readonly Evidence[]): Generator<void, void> {
  for (const item of items) {
    quotedWords(item);
    evidenceFlags(item);
    yield;
  }
  read.add(items);
}

/**
 * Analyzes items in short steps, so that drafting their prompt is quick.
 * @returns whether they were analyzed. Stays true when the items change, so that an open prompt
 * stays open
 */
export function useItemsRead(items: readonly Evidence[]): boolean {
  const [isRead, setRead] = useState(items.length <= MAX_ITEMS_AT_ONCE || read.has(items));
  useEffect(() => {
    if (isRead) return;
    let isCurrent = true;
    const finish = () => isCurrent && startTransition(() => setRead(true));
    void createStepRunner(() => isCurrent)(readingItems(items)).then(finish);
    return () => {
      isCurrent = false;
    };
  }, [isRead, items]);
  return isRead;
}
