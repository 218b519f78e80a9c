"use client";

import { useEffect, useState } from "react";
import { shownList } from "./shown-list.ts";
import type { FeedbackList } from "./use-feedback-list.ts";

/**
 * Returns the number of rows that arrived while someone was reading the list, which shows them only when
 * asked to.
 */
export function useNewRows({ filterKey, ids }: FeedbackList, isReading: boolean): number {
  const [found, setFound] = useState({ filterKey, ids: [] as string[] });
  useEffect(() => {
    shownList.isReading = isReading;
    shownList.offer = (ids) => setFound({ filterKey, ids });
  }, [filterKey, isReading]);
  return found.filterKey === filterKey ? found.ids.filter((id) => !ids.includes(id)).length : 0;
}
