import "server-only";
import { DISMISSAL } from "../changes/fields/dismissal.ts";
import { readRows } from "../changes/stored-field.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Returns the IDs of the reasons for which items are dismissed. Items without one are left out. */
export async function dismissalReasons(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readRows(db, DISMISSAL.table, projectId, ids, { status: "dismissed" });
  return new Map(
    [...rows].flatMap(([id, { dismissal_reason: reason }]): [string, string][] =>
      reason === null ? [] : [[id, reason]],
    ),
  );
}
