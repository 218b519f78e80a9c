import "server-only";
import { statfs } from "node:fs/promises";
import { AppError } from "../errors.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";

/** Bytes that must be free in the data folder: less than a page of the export may take. */
const MIN_FREE_BYTES = 4_000_000;
/** Milliseconds for which an answer counts, so that probes can't keep the disk busy. */
const CACHE_MS = 1_000;

/**
 * Returns a function that fails unless Errata can store something right now. It writes to each database
 * and looks at the free space: small writes may still succeed on a full disk.
 * @param options.write writes to a database that isn't the store
 */
export function createReadiness(options: {
  store: StoreDatabase;
  dataDir: string;
  write: (() => Promise<void>) | null;
}): () => Promise<void> {
  let latest: { at: number; answer: Promise<void> } | null = null;

  const check = async () => {
    const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ options.dataDir);
    if (bavail * bsize < MIN_FREE_BYTES) {
      throw new AppError(
        "disk_full",
        "Not ready: the disk is almost full. Free up some space in the data folder.",
      );
    }
    await options.store.query
      .insertInto("lease")
      .values({ name: "readiness", holder: "", until: 0 })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet((eb) => ({ fence: eb("lease.fence", "+", 1) })),
      )
      .execute();
    await options.write?.();
  };

  return () => {
    const now = performance.now();
    if (latest === null || now - latest.at > CACHE_MS) latest = { at: now, answer: check() };
    return latest.answer;
  };
}
