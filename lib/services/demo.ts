import "server-only";
import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { processLog } from "../log.ts";
import { openServices, type Services } from "./open.ts";

/** Prefix of the folders in which a demo keeps its copies of the sample. */
const PREFIX = "demo-";
/** Milliseconds that requests have to end after the demo was reset. */
const GRACE_MS = 60_000;
/** Milliseconds between two checks whether the new copy was read. */
const CHECK_INTERVAL_MS = 200;

/** Opens a demo with a new copy of the sample. Nothing else in the data folder is read. */
export async function openDemo(settings: Config): Promise<Services> {
  const dataDir = join(/* turbopackIgnore: true */ settings.dataDir, PREFIX + randomUUID());
  return openServices({ ...settings, dataDir });
}

/** Removes the copies that an earlier server left. */
export async function removeOldDemos({ dataDir }: Config): Promise<void> {
  const names = await readdir(/* turbopackIgnore: true */ dataDir).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    await rm(join(/* turbopackIgnore: true */ dataDir, name), { recursive: true, force: true });
  }
}

/** Makes requests use other services, and returns the ones that they used before. */
type Replace = (next: Services) => Promise<Services>;

/** Resets a demo every hour. If that fails, it stays as it is until the next hour. */
export function resetHourly(settings: Config, replace: Replace): void {
  const run = () =>
    resetDemo(settings, replace).catch((err: unknown) =>
      processLog().error({ err }, "the demo couldn't be reset"),
    );
  setInterval(run, HOUR).unref();
}

/**
 * Replaces a demo's data with a new copy of the sample, whose dates are those of now.
 * @param grace milliseconds that requests to the copy before have to end
 */
export async function resetDemo(
  settings: Config,
  replace: Replace,
  grace = GRACE_MS,
): Promise<void> {
  const next = await openDemo(settings);
  await isRead(next);
  const before = await replace(next);
  await delay(grace, undefined, { ref: false });
  await before.stop();
  await rm(before.config.dataDir, { recursive: true, force: true });
}

async function isRead({ projects, mirror }: Services): Promise<void> {
  for (const { id } of await projects()) {
    for (;;) {
      const status = await mirror.status(id);
      if (status.source === "feed" && status.changesLeft === 0 && status.items > 0) break;
      await delay(CHECK_INTERVAL_MS);
    }
  }
}
