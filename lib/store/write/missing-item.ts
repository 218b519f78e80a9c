import "server-only";
import { NotFound } from "../../errors.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { deletedAmong } from "./deleted-items.ts";

/** Returns the error about an item that the project doesn't have, which says whether it was deleted. */
export async function missingItem(
  db: StoreQuery,
  projectId: string,
  id: string,
): Promise<NotFound> {
  const wasDeleted = (await deletedAmong(db, projectId, [id])).has(id);
  return new NotFound(
    wasDeleted
      ? "This feedback item was deleted."
      : "This feedback item doesn't exist or was deleted.",
  );
}
