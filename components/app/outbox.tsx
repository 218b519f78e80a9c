"use client";

import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import type { DecisionResult } from "../../lib/contract/api/decisions.ts";
import type { Decision } from "../../lib/item-fields/decision.ts";
import type { LogEntry } from "../../lib/outbox/browser-log.ts";
import {
  createDecisionLog,
  createDecisionOutbox,
  type DecisionOutbox,
} from "../../lib/outbox/decision-outbox.ts";
import { NO_OBSTACLE, type Outbox, type OutboxState } from "../../lib/outbox/outbox.ts";
import { sendDecisions, sendDecisionsOnLeave, sendFailureOf } from "../../lib/queries/decisions.ts";
import { browserStorage } from "./browser-storage.ts";
import { useSession } from "./session.tsx";

type SettledListener = (decision: Decision, result: DecisionResult) => void;

interface ProjectOutbox extends DecisionOutbox {
  projectId: string;
  /** Also reports the decisions that settled while no listener was subscribed. */
  onSettled(listener: SettledListener): () => void;
}

/** One for each person and project, for as long as the tab is open. */
const outboxes = new Map<string, ProjectOutbox>();

const OutboxContext = createContext<ProjectOutbox | null>(null);

/** Keeps decisions of the project in the browser and sends them to the server. */
export function OutboxProvider(props: { projectId: string; children: ReactNode }) {
  const { projectId } = props;
  const { person } = useSession();
  const outbox = useMemo(() => outboxFor(person.id, projectId), [person.id, projectId]);
  useEffect(() => {
    const onLeave = () => sendDecisionsOnLeave(projectId, outbox.state().waiting);
    const unfollow = followBrowser(outbox);
    addEventListener("pagehide", onLeave);
    return () => {
      unfollow();
      removeEventListener("pagehide", onLeave);
    };
  }, [outbox, projectId]);
  return <OutboxContext value={outbox}>{props.children}</OutboxContext>;
}

export function useOutbox(): ProjectOutbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error("OutboxProvider is missing.");
  return outbox;
}

export function useOutboxState(): OutboxState<Decision> {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.state, serverState);
}

/** State of the outbox in the server's HTML: it can't read a browser's log. */
export const serverState = (): OutboxState<never> => EMPTY;

const EMPTY = {
  entries: [],
  waiting: [],
  confirmed: [],
  rejected: 0,
  onlyInMemory: false,
  ...NO_OBSTACLE,
};

function outboxFor(personId: string, projectId: string): ProjectOutbox {
  const key = JSON.stringify([personId, projectId]);
  const known = outboxes.get(key);
  if (known) return known;
  const log = createDecisionLog(browserStorage(), personId, projectId);
  const listeners = new Set<SettledListener>();
  /** Decisions that settled while no listener was subscribed. */
  const unheard: Parameters<SettledListener>[] = [];
  const outbox = createDecisionOutbox({
    log,
    send: (decisions) => sendDecisions(projectId, decisions),
    failureOf: sendFailureOf,
    exclusive: (work) => withTabLock(`errata-outbox:${key}`, work),
    onSettled: (...settled) => {
      if (listeners.size === 0) unheard.push(settled);
      for (const listener of listeners) listener(...settled);
    },
  });
  const created: ProjectOutbox = {
    ...outbox,
    projectId,
    onSettled: (listener) => {
      listeners.add(listener);
      for (const settled of unheard.splice(0)) listener(...settled);
      return () => listeners.delete(listener);
    },
  };
  if (typeof window !== "undefined") outboxes.set(key, created);
  return created;
}

/**
 * Sends unsaved decisions now and whenever sending may succeed, and follows changes of other tabs.
 * @returns a function that stops it
 */
export function followBrowser<Entry extends LogEntry>(outbox: Outbox<Entry>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener("online", outbox.wake, { signal });
  // The person may have signed in in another tab.
  const onFocus = () => outbox.state().obstacle === "signed_out" && outbox.wake();
  addEventListener("focus", onFocus, { signal });
  addEventListener("storage", ({ key }) => outbox.owns(key) && outbox.reload(), { signal });
  void outbox.flush();
  return () => stop.abort();
}

/**
 * Runs `work` while no other tab does. Browsers offer locks only on secure origins: without one, two tabs may send the
 * same decision.
 */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  await navigator.locks.request(name, work);
}
