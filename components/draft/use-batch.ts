"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { isAppError } from "../../lib/errors.ts";
import { createJob } from "../../lib/queries/jobs.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { type DraftSession, intentOf, withPrompts } from "./draft-session.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";
import type { PreparedJob } from "./use-prepared-jobs.ts";

/** Jobs that are sent at the same time. */
const CONCURRENT_REQUESTS = 4;

/** The state of a job in the batch that isn't created yet; `problem` is why it failed. */
export type Sending = "waiting" | "sending" | { problem: string };

/**
 * Creates several jobs. What is created, and the keys of the requests, are kept before anything is sent, so that no
 * retry, reload, or double click creates a job twice.
 */
export function useBatch(props: {
  projectId: string;
  session: DraftSession;
  change: ChangeDraftSession;
  /** Called before a job is created, because live updates may show the new status before the response. */
  pendingAmong: (feedbackIds: readonly string[]) => string[];
  onCreated?: (job: Job, pendingIds: string[], isLast: boolean) => void;
  /** Called when all were created. */
  onDone: (batchId: string, count: number) => void;
}) {
  const { session, change } = props;
  const [progress, setProgress] = useState<ReadonlyMap<string, Sending>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  /** Identifies the current run; null after it was stopped or the dialog was closed. */
  const run = useRef<object | null>(null);
  const stop = useCallback(() => {
    run.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  const report = (key: string, sending: Sending | null) =>
    setProgress((before) => {
      const after = new Map(before);
      if (sending === null) after.delete(key);
      else after.set(key, sending);
      return after;
    });
  const create = async (jobs: readonly PreparedJob[]) => {
    if (run.current) return;
    const thisRun = {};
    run.current = thisRun;
    const { prompts, batchId } = withIntents(session, jobs);
    change((now) => ({ ...now, prompts, batchId }));
    setIsRunning(true);
    setProgress(new Map(jobs.map(({ key }) => [key, "waiting"])));
    let left = jobs.length;
    await inTurns(jobs, async (job) => {
      if (run.current !== thisRun) return;
      report(job.key, "sending");
      const pendingIds = props.pendingAmong(job.feedbackIds);
      const intentKey = prompts.get(job.key)?.intent?.intentKey ?? newIntentKey();
      const sent = await sendJob(props.projectId, job, { intentKey, batchId });
      if ("problem" in sent) return report(job.key, sent);
      left -= 1;
      const jobId = sent.job?.id ?? null;
      change((now) => ({ ...now, created: new Map(now.created).set(job.key, jobId) }));
      report(job.key, null);
      if (sent.job) props.onCreated?.(sent.job, pendingIds, left === 0);
    });
    setIsRunning(false);
    setProgress((now) => new Map([...now].filter(([, sending]) => sending !== "waiting")));
    if (run.current === thisRun && left === 0) {
      props.onDone(batchId, session.created.size + jobs.length);
    }
    run.current = null;
  };
  return { progress, isRunning, create, stop };
}

export type Batch = ReturnType<typeof useBatch>;

/** Runs work for all jobs, a few at a time. */
async function inTurns(
  jobs: readonly PreparedJob[],
  work: (job: PreparedJob) => Promise<void>,
): Promise<void> {
  const queue = [...jobs];
  const next = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, next));
}

/** @returns the job, null if it exists already, or why it wasn't created */
async function sendJob(
  projectId: string,
  { prompt, feedbackIds }: PreparedJob,
  keys: { intentKey: string; batchId: string },
): Promise<{ job: Job | null } | { problem: string }> {
  try {
    return await createJob(projectId, { ...keys, prompt, feedbackIds });
  } catch (error) {
    // Only this draft knows the key. So the job was created, and its prompt changed after that.
    if (isAppError(error) && error.code === "conflict") return { job: null };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Gives the requests of a batch their keys: those that the session has for the same choices, or new ones. */
function withIntents(session: DraftSession, jobs: readonly PreparedJob[]) {
  const keys = jobs.map(({ key }) => key);
  const prompts = new Map(withPrompts(session, keys));
  for (const { key, feedbackIds } of jobs) {
    const draft = prompts.get(key);
    if (draft) {
      const template = draft.template ?? session.template;
      prompts.set(key, { ...draft, intent: intentOf(draft, feedbackIds, template) });
    }
  }
  return { ...session, batchId: session.batchId ?? newIntentKey(), prompts };
}
