import "server-only";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { withoutOldContact } from "../store/deletion/old-contacts.ts";
import {
  forgottenReaders,
  rejectedWithoutReaders,
  withoutReaders,
} from "../store/forgotten-readers.ts";
import type { CleanPage } from "../store/sync/store.ts";

/** Removes forgotten readers from export pages, and contacts that are older than their retention period. */
export function cleanPages({ retention: { contacts } }: Pick<Config, "retention">): CleanPage {
  return async (trx, page) => {
    const isForgotten = await forgottenReaders(trx);
    const before = contacts === null ? null : systemClock.now() - contacts;
    const entries = page.entries.map((entry) => {
      const kept = before === null ? entry : withoutOldContact(entry, before);
      return isForgotten ? withoutReaders(kept, isForgotten) : kept;
    });
    const rejected = isForgotten
      ? page.rejected.map((entry) => rejectedWithoutReaders(entry, isForgotten))
      : page.rejected;
    return { ...page, entries, rejected };
  };
}
