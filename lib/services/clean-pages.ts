import "server-only";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { NOISE_RULES } from "../noise/noise.ts";
import { withoutOldContact } from "../store/deletion/old-contacts.ts";
import {
  forgottenReaders,
  rejectedWithoutReaders,
  withoutReaders,
} from "../store/forgotten-readers.ts";
import type { CleanPage } from "../store/sync/store.ts";
import type { MirroredEntry } from "../store/write/write.ts";

/**
 * Removes forgotten readers from export pages, and contacts that are older than their retention period, and scores what
 * is left.
 */
export function cleanPages({ retention: { contacts } }: Pick<Config, "retention">): CleanPage {
  return async (trx, page) => {
    const isForgotten = await forgottenReaders(trx);
    const before = contacts === null ? null : systemClock.now() - contacts;
    const entries = page.entries.map((entry) => {
      const kept = before === null ? entry : withoutOldContact(entry, before);
      return withScore(isForgotten ? withoutReaders(kept, isForgotten) : kept);
    });
    const rejected = isForgotten
      ? page.rejected.map((entry) => rejectedWithoutReaders(entry, isForgotten))
      : page.rejected;
    return { ...page, entries, rejected };
  };
}

/** Adds to an entry why it looks like noise, and whether it is praise. */
export function withScore(mirrored: MirroredEntry): MirroredEntry {
  const { helpful, ...said } = mirrored.entry;
  const rating = typeof helpful === "boolean" ? Number(helpful) : null;
  const item = { ...said, helpful: rating };
  return { ...mirrored, noise: NOISE_RULES.noiseOf(item), isPraise: NOISE_RULES.isPraise(item) };
}
