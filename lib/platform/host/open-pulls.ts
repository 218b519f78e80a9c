import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import type { HostPulls } from "../../code-hosts/host-pulls.ts";
import type { OpenPull } from "../../code-hosts/pull-host.ts";
import { AnswerTooLarge, HostRejected } from "../../code-hosts/rejection.ts";
import { countingRequests } from "../../code-hosts/send.ts";
import type { FilePull, OtherPulls } from "../../contract/api/feedback.ts";
import { isAppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { createLimits, LimitReached } from "../limits.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { changedFiles } from "./changed-files.ts";
import { branchTip, branchTips, type Clone, type DocsRepository, mergeBase } from "./clone.ts";
import { hasCommit } from "./commit.ts";
import { tryFetch } from "./try-fetch.ts";

/** Open pull requests, whoever made them. */
export interface OpenPulls {
  /**
   * Returns those that change files. What another code host says is kept for a minute, or until its limit ends, and it isn't
   * asked in the background.
   */
  ofFiles(files: readonly string[]): Promise<OtherPulls>;
}

/** Files that a pull request changes. */
interface KnownFiles {
  paths: ReadonlySet<string>;
  /** The page that its host is asked for next; null if all are known. */
  next: number | null;
}

/** A pull request, and its files as far as they are known. */
type KnownPull = OpenPull & { files: KnownFiles | null };

interface Known {
  pulls: KnownPull[];
  problem: string | null;
}

/** Open pull requests whose files are read, those that changed last. */
const MAX_PULLS = 50;
/** Milliseconds for which another host's answer counts, and that a draft waits for a new one. */
const KEPT_FOR = 60_000;
const MAX_WAIT_MS = 2_000;
/**
 * Requests about files of pull requests: at once, in an hour, and about one of them. One for each 100 files is enough until it
 * changes.
 */
const FILE_REQUESTS = { once: 20, hourly: 100, each: 10 } as const;
const BUDGET = "pull-files";
const HOUR = 3_600_000;

interface Parts {
  repository: DocsRepository;
  /** Null for pull requests of the built-in host. */
  elsewhere: Pick<HostPulls, "listOpen" | "changedFiles" | "name"> | null;
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  publicUrl: string;
}

export function createOpenPulls(parts: Parts): OpenPulls {
  const { clock, log } = parts;
  const filesOf = createFileReader(parts);
  let known: Known = {
    pulls: [],
    problem: "Errata is still checking for other open pull requests.",
  };
  let nextAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    try {
      known = { pulls: await readPulls(parts, filesOf), problem: null };
      nextAt = parts.elsewhere ? clock.now() + KEPT_FOR : Number.NEGATIVE_INFINITY;
    } catch (error) {
      log.warn({ err: error }, "couldn't list the open pull requests");
      const wait = error instanceof HostRejected ? (error.limitedFor ?? 0) : 0;
      nextAt = clock.now() + Math.min(HOUR, Math.max(KEPT_FOR, wait));
      const why = isAppError(error) ? ` ${error.message}` : "";
      known = { ...known, problem: `Couldn't check for other open pull requests.${why}` };
    }
  };
  return {
    ofFiles: async (files) => {
      const now = clock.now();
      // A time far ahead comes from a clock that was wrong.
      const isOld = now >= nextAt || nextAt - now > 2 * HOUR;
      if (isOld) {
        reading ??= read().finally(() => {
          reading = null;
        });
      }
      if (reading) await soon(reading);
      return answerOf(known, files);
    },
  };
}

/** Waits for work, but not long. It goes on then. */
async function soon(work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = setTimeout(MAX_WAIT_MS, undefined, { signal: timer.signal, ref: false });
  // It ends with the race.
  late.catch(() => {});
  await Promise.race([work, late]).finally(() => timer.abort());
}

function answerOf({ pulls, problem }: Known, files: readonly string[]): OtherPulls {
  const found = files.flatMap((file): FilePull[] =>
    pulls.filter((pull) => pull.files?.paths.has(file)).map(({ link, by }) => ({ file, link, by })),
  );
  const unread = pulls.filter(({ files }) => files === null || files.next !== null).length;
  const some = unread === 1 ? "1 open pull request changes" : `${unread} open pull requests change`;
  const left = unread === 0 ? null : `Errata couldn't check all pages that ${some}.`;
  return { pulls: found, problem: problem ?? left };
}

async function readPulls(
  parts: Parts,
  filesOf: ReturnType<typeof createFileReader>,
): Promise<KnownPull[]> {
  const clone = await parts.repository.clone();
  const listed = await (parts.elsewhere?.listOpen() ?? builtInPulls(parts, clone));
  const files = await filesOf(clone, listed.slice(0, MAX_PULLS));
  return listed.map((pull, index) => ({ ...pull, files: files[index] ?? null }));
}

/** The open pull requests of the built-in host, newest first. All were made by jobs, also by those of other programs. */
async function builtInPulls({ database, publicUrl }: Parts, clone: Clone): Promise<OpenPull[]> {
  const rows = await database.query
    .selectFrom("platform_pull")
    .select(["number", "branch", "base", "head_commit"])
    .where("state", "=", "open")
    .where("link", "is", null)
    .orderBy("number", "desc")
    .limit(MAX_PULLS)
    .execute();
  const tips = await branchTips(clone);
  return rows.map(({ number, branch, base, head_commit: head }) => ({
    number,
    link: `${publicUrl}/pulls/${number}`,
    by: null,
    base,
    headCommit: tips.get(branch) ?? head,
  }));
}

/**
 * Creates the function that returns the files of pull requests; null for those where that would cost too much. Those whose
 * commit is in the repository cost no request to the host, and neither do those that are known.
 */
function createFileReader({ elsewhere, database, clock, log }: Parts) {
  const limits = createLimits(database, clock);
  let known = new Map<string, KnownFiles>();
  return async (clone: Clone, pulls: readonly OpenPull[]) => {
    const found: (KnownFiles | null)[] = [];
    let asked = 0;
    let mayAsk = true;
    /** Counts a request, unless there were too many. Other processes count theirs in the same place. */
    const count = async () => {
      mayAsk = false;
      if (asked === FILE_REQUESTS.once) throw new LimitReached("Too many requests at once.", 0);
      await limits.spend(BUDGET, FILE_REQUESTS.hourly);
      asked += 1;
      mayAsk = true;
    };
    if (pulls.some((pull) => !known.has(keyOf(pull)))) await tryFetch({ log }, clone);
    for (const pull of pulls) {
      const key = keyOf(pull);
      let files = known.get(key) ?? (await fetchedFiles(clone, pull));
      while (elsewhere && hasMore(files) && mayAsk) {
        const next = await countingRequests(count, nextFiles.bind(null, elsewhere, pull, files));
        if (next === null) break;
        files = next;
        known.set(key, files);
      }
      if (files) known.set(key, files);
      found.push(files);
    }
    if (asked > 0) log.info({ asked }, "asked the code host which files open pull requests change");
    // Others were closed, or changed since.
    const current = new Set(pulls.map(keyOf));
    known = new Map([...known].filter(([key]) => current.has(key)));
    return found;
  };
}

/** Whether the code host may say more. */
function hasMore(files: KnownFiles | null): boolean {
  return files === null || (files.next !== null && files.next <= FILE_REQUESTS.each);
}

/**
 * Returns null for a pull request whose files the host can't say, so that those of others are known, and where that would be
 * one request too many.
 */
async function nextFiles(
  host: NonNullable<Parts["elsewhere"]>,
  { number }: OpenPull,
  before: KnownFiles | null,
): Promise<KnownFiles | null> {
  const page = before?.next ?? 1;
  try {
    const { paths, hasMore: isCut } = await host.changedFiles(number, page);
    return { paths: new Set([...(before?.paths ?? []), ...paths]), next: isCut ? page + 1 : null };
  } catch (error) {
    if (error instanceof LimitReached || (error instanceof HostRejected && isOnlyOfOne(error)))
      return null;
    throw error;
  }
}

/** Whether the host may still answer about others: it did, it doesn't redirect, and it has no limit. */
function isOnlyOfOne(error: HostRejected): boolean {
  const { upstream, limitedFor } = error;
  const isRedirect = upstream !== null && upstream >= 300 && upstream < 400;
  const hasAnswer = error instanceof AnswerTooLarge || (upstream !== null && !isRedirect);
  return hasAnswer && limitedFor === null;
}

const keyOf = ({ number, base, headCommit }: OpenPull) => `${number} ${base} ${headCommit}`;

/** Returns what a pull request changes whose commit was fetched, as those of forks aren't; else null. */
async function fetchedFiles(
  clone: Clone,
  { headCommit, base }: OpenPull,
): Promise<KnownFiles | null> {
  if (!/^[\da-f]{40,64}$/.test(headCommit) || !(await hasCommit(clone, headCommit))) return null;
  const tip = await branchTip(clone, base);
  const from = tip && (await mergeBase(clone, tip, headCommit));
  if (!from) return null;
  const paths = new Set((await changedFiles(clone, from, headCommit)).map(({ path }) => path));
  return { paths, next: null };
}
