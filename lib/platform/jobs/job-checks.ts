import "server-only";
import type { Clock } from "../../clock.ts";
import type { CommandCheck } from "../../contract/api/checks.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Log } from "../../log.ts";
import type { Clone } from "../host/clone.ts";
import type { GitOptions } from "../host/git.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import type { DocsCheck } from "./check-command.ts";
import { newProblems } from "./check-pages.ts";
import type { JobLease } from "./job-lease.ts";
import { holdsLease } from "./record-result.ts";

interface CheckContext {
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  docsCheck: DocsCheck | null;
}

/** The results of a prompt's checks, as they are stored. */
interface StoredChecks {
  problems: string | null;
  checks: string | null;
}

/**
 * Checks what a change adds to the documentation, with Errata's own checks and with the configured command, and stores that with
 * the prompt. A check that can't run keeps nothing from being pushed.
 * @param change.objects finds the objects of `to`
 * @param change.from commit where the branch left its base: what was added before, by earlier prompts, counts as well
 * @throws the reason of `signal`
 */
export async function checkDocumentation(
  context: CheckContext,
  lease: JobLease,
  change: { clone: Clone; objects: GitOptions; from: string; to: string },
  { signal, stop }: { signal: AbortSignal; stop: AbortSignal },
): Promise<void> {
  const { database, log, docsCheck, clock } = context;
  const { clone, objects, from, to } = change;
  const onFailure = (err: unknown) => {
    signal.throwIfAborted();
    log.warn({ err }, "couldn't check what a change does to the documentation");
    return null;
  };
  const problems = await newProblems(clone, objects, from, to).catch(onFailure);
  const save = (check: CommandCheck | null) =>
    recordChecks(database, lease, {
      problems: problems && JSON.stringify(problems),
      checks: check && JSON.stringify(check),
    });
  if (!docsCheck || stop.aborted) return save(null);
  const nothing = { problems: [], more: 0, reason: null, output: "" };
  await save({ ...nothing, state: "running", at: clock.now() });
  const given = { ...change, job: lease.job.id, signal: AbortSignal.any([signal, stop]) };
  const check = await docsCheck.run(given).catch(onFailure);
  if (stop.aborted) return save(null);
  const reason = "Errata couldn't run the command. The server log says why.";
  await save(check ?? { ...nothing, state: "failed", reason, at: clock.now() });
}

/** Clears the check results of an interrupted attempt. */
export async function forgetChecks(
  { database }: Pick<CheckContext, "database">,
  lease: JobLease,
): Promise<void> {
  const { problems, checks } = lease.message;
  if ((problems ?? checks) === null) return;
  await recordChecks(database, lease, { problems: null, checks: null });
}

/** Stores the results of the checks. Does nothing if another process holds the job. */
async function recordChecks(
  { query }: PlatformDatabase,
  lease: JobLease,
  { problems, checks }: StoredChecks,
): Promise<void> {
  const row = { problems: problems && stripNul(problems), checks: checks && stripNul(checks) };
  await query.transaction().execute(async (trx) => {
    if (!(await holdsLease(trx, lease))) return;
    const update = trx.updateTable("platform_job_message").set(row);
    await update.where("id", "=", lease.message.id).execute();
  });
}
