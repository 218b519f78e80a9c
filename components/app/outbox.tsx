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
import { createDecisionLog } from "../../lib/outbox/decision-log.ts";
import { createOutbox, type Outbox, type OutboxState } from "../../lib/outbox/outbox.ts";
import { sendDecisions, sendDecisionsOnLeave, sendFailureOf } from "../../lib/queries/decisions.ts";
import { browserStorage } from "./browser-storage.ts";
import { useSession } from "./session.tsx";

type SettledListener = (decision: Decision, result: DecisionResult) => void;

interface ProjectOutbox extends Outbox {
  projectId: string;
  /** Also calls the listener with what settled since the last listener left. */
  onSettled(listener: SettledListener): () => void;
  /** Sends again now instead of after the current wait. */
  wake(): void;
  owns(key: string | null): boolean;
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
    const retry = () => outbox.wake();
    const onStorage = ({ key }: StorageEvent) => outbox.owns(key) && outbox.reload();
    const onLeave = () => sendDecisionsOnLeave(projectId, outbox.state().waiting);
    outbox.flush();
    // The person may have signed in in another tab.
    const onFocus = () => outbox.state().obstacle === "signed_out" && outbox.wake();
    addEventListener("online", retry);
    addEventListener("focus", onFocus);
    addEventListener("storage", onStorage);
    addEventListener("pagehide", onLeave);
    return () => {
      removeEventListener("online", retry);
      removeEventListener("focus", onFocus);
      removeEventListener("storage", onStorage);
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

export function useOutboxState(): OutboxState {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.state, serverState);
}

const EMPTY: OutboxState = {
  waiting: [],
  confirmed: [],
  rejected: 0,
  sending: false,
  obstacle: null,
  reason: null,
  onlyInMemory: false,
};

function serverState(): OutboxState {
  return EMPTY;
}

function outboxFor(personId: string, projectId: string): ProjectOutbox {
  const key = JSON.stringify([personId, projectId]);
  const known = outboxes.get(key);
  if (known) return known;
  const log = createDecisionLog(browserStorage(), personId, projectId);
  const listeners = new Set<SettledListener>();
  /** What settled while the person was on another page. */
  const unheard: Parameters<SettledListener>[] = [];
  let wakeUp = () => {};
  const outbox = createOutbox({
    log,
    send: (decisions) => sendDecisions(projectId, decisions),
    failureOf: sendFailureOf,
    now: Date.now,
    exclusive: (work) => withTabLock(`errata-outbox:${key}`, work),
    delay: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    onSettled: (...settled) => {
      if (listeners.size === 0) unheard.push(settled);
      for (const listener of listeners) listener(...settled);
    },
  });
  const created: ProjectOutbox = {
    ...outbox,
    projectId,
    owns: log.owns,
    wake: () => {
      wakeUp();
      outbox.flush();
    },
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
 * Runs `work` while no other tab does. Browsers offer locks only on secure origins: without one, two tabs may send the
 * same decision.
 */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  await navigator.locks.request(name, work);
}
