import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/**
 * How long a claim lasts unless it is renewed, in milliseconds. Requests may take much longer: their
 * process renews the claim while they run. A killed process can't, so its claims end within seconds.
 */
export const CLAIM_DURATION_MS = 6_000;

/**
 * The kinds of work that are claimed: polling or sending a job, checking its pull request, sending a
 * follow-up.
 */
export type ClaimKind = "job" | "pull" | "message";

/** Moves the end of claims that still end at `from`. Claims that another process took are left alone. */
export async function renewClaims(
  db: StoreQuery,
  kind: ClaimKind,
  ids: readonly string[],
  { from, until }: { from: number; until: number },
): Promise<void> {
  switch (kind) {
    case "job":
      await db
        .updateTable("job")
        .set({ next_poll_at: until })
        .where("id", "in", ids)
        .where("next_poll_at", "=", from)
        .execute();
      return;
    case "pull":
      await db
        .updateTable("job")
        .set({ pr_next_at: until })
        .where("id", "in", ids)
        .where("pr_next_at", "=", from)
        .execute();
      return;
    case "message":
      await db
        .updateTable("job_message")
        .set({ next_at: until })
        .where("id", "in", ids)
        .where("next_at", "=", from)
        .execute();
  }
}
