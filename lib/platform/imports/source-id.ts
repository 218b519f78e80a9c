import "server-only";
import { createHash } from "node:crypto";
import { MAX_ID_LENGTH } from "../../contract/platform/entry-limits.ts";

/**
 * Returns the ID under which a source's item is stored: `zendesk:1`. An ID that doesn't fit becomes its
 * SHA-256, `zendesk::…`. No two items get the same one: a source's name has no colon, and an ID that
 * begins with one is hashed as well.
 * @param source null for IDs that are the platform's own: they stay as they are
 */
export function entryIdOf(source: string | null, id: unknown): unknown {
  const isId = typeof id === "string" && id !== "" && id.isWellFormed() && !id.includes("\0");
  // What can't be an ID is rejected as it is.
  if (source === null || !isId) return id;
  const stored = `${source}:${id}`;
  if (stored.length <= MAX_ID_LENGTH && !id.startsWith(":")) return stored;
  return `${source}::${createHash("sha256").update(id).digest("hex")}`;
}
