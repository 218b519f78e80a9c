"use client";

import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useMemo, useOptimistic, useRef } from "react";
import {
  type InboxAddress,
  loadInboxAddress,
  serializeInboxAddress,
} from "../../lib/filters/feedback-filters.ts";

type Changes = Partial<InboxAddress>;

interface AddressOptions {
  /** Whether "Back" returns to the address before the change. */
  history: "push" | "replace";
  /** Milliseconds until the URL changes. Changes within that time are one change of the URL. */
  delay: number;
}

const withChanges = (query: string, changes: Changes) => serializeInboxAddress(changes, query);

/**
 * The parameters of the inbox's URL, and a function that changes some of them. A change shows right
 * away, and the URL follows, because the router then renders the whole page again.
 */
export function useInboxAddress() {
  const params = useSearchParams();
  const inUrl = useMemo(() => serializeInboxAddress(loadInboxAddress(params)), [params]);
  const [query, change] = useOptimistic(inUrl, withChanges);
  const address = useMemo(() => loadInboxAddress(new URLSearchParams(query)), [query]);
  const waiting = useRef<{ changes: Changes; history: AddressOptions["history"] } | null>(null);
  const setAddress = useCallback(
    (changes: Changes, { history, delay }: AddressOptions) => {
      const before = waiting.current;
      const all = {
        changes: { ...before?.changes, ...changes },
        history: before?.history === "push" ? before.history : history,
      };
      waiting.current = all;
      const { pathname } = location;
      startTransition(async () => {
        change(changes);
        await new Promise((resolve) => setTimeout(resolve, delay));
        // A later change includes this one.
        if (waiting.current !== all) return;
        waiting.current = null;
        if (location.pathname === pathname) writeToUrl(all.changes, all.history);
      });
    },
    [change],
  );
  return [address, setAddress] as const;
}

function writeToUrl(changes: Changes, history: AddressOptions["history"]): void {
  const search = withChanges(location.search, changes);
  if (search === location.search) return;
  const url = `${location.pathname}${search}${location.hash}`;
  if (history === "push") window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}
