import "server-only";
import type { IsForgotten } from "../text/reader-address.ts";

/** Entries and readers that imports leave out. Feedback from sites only leaves out the readers. */
export interface Exclusions {
  /** Returns a test for readers whose addresses must not be imported; null if there are none. */
  forgottenReaders(): Promise<IsForgotten | null>;
  /** Returns those of the entries that someone deleted. */
  deletedAmong(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const NO_EXCLUSIONS: Exclusions = {
  forgottenReaders: async () => null,
  deletedAmong: async () => new Set(),
};
