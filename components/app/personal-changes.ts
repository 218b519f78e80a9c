"use client";

import { hashKey, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { ViewList } from "../../lib/contract/api/views.ts";
import { isAppError } from "../../lib/errors.ts";
import { unreadWithUnsaved, withUnsavedReads } from "../../lib/outbox/unsaved-reads.ts";
import { withUnsavedViews } from "../../lib/outbox/unsaved-views.ts";
import {
  createPersonalChanges,
  type PersonalChange,
  type UnsavedChange,
} from "../../lib/outbox/unsent-outboxes.ts";
import { sendFailureOf } from "../../lib/queries/decisions.ts";
import { jobCounts } from "../../lib/queries/job-counts.ts";
import { markRead, notifications } from "../../lib/queries/notifications.ts";
import {
  arrangeViews,
  createView,
  deleteView,
  savedViews,
  updateView,
} from "../../lib/queries/views.ts";
import { browserStorage } from "./browser-storage.ts";
import { newIntentKey } from "./intent-key.ts";
import { serverState, withTabLock } from "./outbox.tsx";
import { sendWhenPossible } from "./send-when-possible.ts";
import { useSession } from "./session.tsx";

type PersonalChanges = ReturnType<typeof open>;

/** One for each person and project, for as long as the tab is open. */
const opened = new Map<string, PersonalChanges>();

/**
 * A person's changes of views and notifications in a project. They are shown at once, and sent as soon as the server
 * can be reached.
 */
export function personalChanges(
  client: QueryClient,
  personId: string,
  projectId: string,
): PersonalChanges {
  const key = JSON.stringify([personId, projectId]);
  const known = opened.get(key);
  if (known) return known;
  const created = open(client, personId, projectId);
  if (typeof window === "undefined") return created;
  opened.set(key, created);
  created.start();
  return created;
}

function open(client: QueryClient, personId: string, projectId: string) {
  const cache = cacheOf(client, projectId);
  const outbox = createPersonalChanges({
    storage: browserStorage(),
    personId,
    projectId,
    failureOf: sendFailureOf,
    exclusive: (work) => withTabLock(`errata-changes:${personId}:${projectId}`, work),
    send: async (change) => {
      const others = () => waiting().filter(({ id }) => id !== change.id);
      try {
        const answer = await sendChange(projectId, change);
        // A fault of the page doesn't mean that the server doesn't have the change.
        await cache.showAnswer(answer, others).catch(cache.refresh);
      } catch (error) {
        if (sendFailureOf(error) === "invalid") cache.refresh();
        throw error;
      }
    },
  });
  const waiting = () => outbox.state().waiting;
  return {
    outbox,
    start: () => {
      cache.show(waiting());
      cache.onServerData((hash) => cache.show(waiting(), hash));
      sendWhenPossible(outbox, ({ kind }) =>
        kind === "mark_read" ? `/${projectId}/notifications` : `/${projectId}/feedback`,
      );
    },
    /**
     * Makes a change.
     * @returns once it is saved, or false once it waits for the connection
     * @throws {Error} if the server rejected it
     */
    make: (change: PersonalChange): Promise<boolean> => {
      const id = newIntentKey();
      const unsaved: UnsavedChange = { ...change, id, madeAt: Date.now(), problem: null };
      outbox.add(unsaved);
      cache.show([unsaved]);
      return new Promise((resolve, reject) => {
        const follow = () => {
          const { entries, obstacle } = outbox.state();
          const kept = entries.find((one) => one.id === id);
          if (kept && kept.problem === null && obstacle === null) return;
          unsubscribe();
          if (!kept?.problem) return resolve(!kept);
          outbox.remove(id);
          reject(new Error(kept.problem));
        };
        const unsubscribe = outbox.subscribe(follow);
        follow();
      });
    },
  };
}

/** The server's answer to a personal change: the views, the number of unread notifications, or neither. */
type Answer = { views: ViewList } | { unread: number } | null;

async function sendChange(projectId: string, change: PersonalChange): Promise<Answer> {
  switch (change.kind) {
    case "create_view":
      return { views: await createView(projectId, change.view) };
    case "update_view":
      return { views: await updateView(projectId, change.viewId, change.change) };
    case "arrange_views":
      return { views: await arrangeViews(projectId, change.arrangement) };
    case "delete_view":
      return deleteView(projectId, change.viewId).then(
        (views) => ({ views }),
        (error) => {
          // Someone else deleted it, or it was deleted earlier and that answer was lost.
          if (isAppError(error) && error.isRefusal && error.code === "not_found") return null;
          throw error;
        },
      );
    case "mark_read":
      return { unread: await markRead(projectId, change.which) };
  }
}

/** Shows personal changes of a project in what the page has loaded. */
function cacheOf(client: QueryClient, projectId: string) {
  const views = savedViews(projectId).queryKey;
  const list = notifications(projectId).queryKey;
  const counts = jobCounts(projectId).queryKey;
  const shown: { hash: string; show: (changes: readonly PersonalChange[]) => unknown }[] = [
    {
      hash: hashKey(views),
      show: (changes) =>
        client.setQueryData(views, (before) => before && withUnsavedViews(before, changes)),
    },
    {
      hash: hashKey(list),
      show: (changes) =>
        client.setQueryData(list, (before) => {
          if (!before) return before;
          const pages = before.pages.map((part) => withUnsavedReads(part, changes));
          return { ...before, pages };
        }),
    },
    {
      hash: hashKey(counts),
      show: (changes) =>
        client.setQueryData(counts, (before) => {
          return before && { ...before, unread: unreadWithUnsaved(before.unread, changes) };
        }),
    },
  ];
  const refresh = () => {
    for (const queryKey of [views, list, counts]) void client.invalidateQueries({ queryKey });
  };
  return {
    /** Shows changes in everything, or in one query alone. */
    show: (changes: readonly PersonalChange[], only?: string) => {
      if (changes.length === 0) return;
      for (const { hash, show } of shown) if (only === undefined || only === hash) show(changes);
    },
    /** Calls `listener` with the hash of each query that gets data from the server. */
    onServerData: (listener: (hash: string) => void) => {
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        if (!event.action.manual) listener(event.query.queryHash);
      });
    },
    /** @param others returns the changes that the answer doesn't have */
    showAnswer: async (answer: Answer, others: () => PersonalChange[]) => {
      if (answer === null) return refresh();
      // Queries that started before the change would bring the old state back.
      const queryKey = "views" in answer ? views : counts;
      await client.cancelQueries({ queryKey });
      if ("views" in answer) {
        client.setQueryData(views, withUnsavedViews(answer.views, others()));
        return;
      }
      const unread = unreadWithUnsaved(answer.unread, others());
      client.setQueryData(counts, (before) => before && { ...before, unread });
      void client.invalidateQueries({ queryKey: list });
    },
    /** Loads everything again, so that rejected changes disappear. */
    refresh,
  };
}

/** Returns a function that makes personal changes, and the changes that were rejected after waiting for the connection. */
export function usePersonalChanges(projectId: string) {
  const { person } = useSession();
  const client = useQueryClient();
  const { make, outbox } = useMemo(
    () => personalChanges(client, person.id, projectId),
    [client, person.id, projectId],
  );
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.state, serverState);
  const rejected = useMemo(() => entries.filter(({ problem }) => problem !== null), [entries]);
  return { make, rejected, dismiss: outbox.remove };
}
