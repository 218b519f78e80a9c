"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useOutbox, useOutboxState } from "./outbox.tsx";

/** Milliseconds until the lists are fetched again after that failed. */
const RETRY_DELAY_MS = 3_000;

/**
 * Fetches the lists again once every decision is saved. Saved decisions keep being applied to the old
 * rows until the new ones arrive.
 */
export function useRefetchWhenSaved(projectId: string): void {
  const client = useQueryClient();
  const outbox = useOutbox();
  const { waiting, confirmed } = useOutboxState();
  const [attempt, setAttempt] = useState(0);
  const isSaved = waiting.length === 0 && confirmed.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    if (!isSaved) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const queryKey = ["feedback", projectId];
    // Cached lists of other views are outdated and would flash their old content.
    client.removeQueries({ queryKey, type: "inactive" });
    client.refetchQueries({ queryKey, type: "active" }, { throwOnError: true }).then(
      () => isCurrent && outbox.forget(confirmed),
      () => {
        if (isCurrent) timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_DELAY_MS);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      // Responses from before an undo don't have the rows that it brings back.
      if (outbox.state().waiting.some(({ kind }) => kind === "undo")) {
        const isLoaded = ({ state }: Query) => state.data !== undefined;
        void client.cancelQueries({ queryKey, type: "active", predicate: isLoaded });
      }
    };
  }, [client, outbox, projectId, isSaved, confirmed, attempt]);
}
