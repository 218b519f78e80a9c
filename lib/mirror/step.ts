import "server-only";
import { AppError } from "../errors.ts";
import type { Walk } from "../store/sync/state.ts";
import { storeProblem } from "../store/sync/store-problem.ts";
import { afterFailure } from "./failures.ts";
import { knownRevision, partOf } from "./news.ts";
import { DATES_LOOKED_AT, headWindow } from "./plan.ts";
import { type PageReader, readPage, scheduler, type Turn } from "./read-page.ts";
import { RECENT_ENTRIES } from "./request-schedule.ts";
import { afterTrouble, begin } from "./walk.ts";

/**
 * Takes a lane one step on: begins a walk where none is under way, and then reads a page and commits
 * it with what follows from it, or finds another way where the last page led nowhere. A failure
 * becomes the project's state, too; only a store that keeps nothing makes this throw.
 */
export async function takeStep(reader: PageReader, turn: Turn): Promise<void> {
  const { sync, clock, log } = reader;
  const { projectId, record, lane } = turn;
  const { state } = record;
  const before = record.walks[lane];
  if (before.trouble) {
    log.warn({ projectId, lane, trouble: before.trouble.what }, "finding another way");
    const middle = await sync.middleDate(projectId, before.parts[0] ?? {});
    const now = clock.now();
    const walk = afterTrouble(before, before.trouble, middle, now);
    const schedule = await scheduler(reader, turn);
    await sync.write(projectId, schedule({ state, lane, walk }, now));
    return;
  }
  const askedAt = clock.now();
  const walk = before.startedAt === null ? await beginning(reader, turn, askedAt) : before;
  const at = walk.cursor === null ? { ...walk, partAt: askedAt } : walk;
  if (at.cursor === null) turn.followed.clear();
  try {
    await readPage(reader, turn, at, askedAt);
  } catch (error) {
    if (reader.signal.aborted) return;
    const now = clock.now();
    const isOurs = error instanceof AppError;
    log.warn(
      { projectId, lane, ...(isOurs ? { problem: error.message } : { err: error }) },
      "page not read",
    );
    const problem = isOurs
      ? { code: error.code, message: error.message, since: now }
      : storeProblem(error, now);
    await sync.write(
      projectId,
      afterFailure({ state, lane, walk: at }, error, problem, { askedAt, now }),
    );
  }
}

async function beginning(reader: PageReader, turn: Turn, now: number): Promise<Walk> {
  const { lane, news } = turn;
  const { walks } = turn.record;
  const revision = news?.revision ?? knownRevision(walks);
  if (lane === "told" && news) return { ...begin(walks.told, partOf(news), now), revision };
  const from = await windowOf(reader, turn);
  return { ...begin(walks[lane], from === null ? {} : { from }, now), revision };
}

async function windowOf({ sync }: PageReader, { projectId, record, lane }: Turn) {
  if (lane === "full" || lane === "told") return null;
  if (lane === "recent") return sync.dateOfRank(projectId, RECENT_ENTRIES);
  return headWindow(record, await sync.newestDates(projectId, DATES_LOOKED_AT));
}
