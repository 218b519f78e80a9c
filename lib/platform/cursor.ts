import "server-only";
import { createHash } from "node:crypto";

/** Position of an export page's last entry in the sort order. */
export interface Position {
  sortAt: number;
  id: string;
}

const VERSION = 1;

/**
 * Returns an opaque cursor, `payload.checksum`.
 * @param list identifies the project and the filters. A cursor is only valid for its own list.
 */
export function writeCursor(position: Position, list: string): string {
  const fields = [VERSION, position.sortAt, position.id, digest(list)];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${digest(payload)}`;
}

/**
 * Parses a cursor from `writeCursor`. The checksum detects accidental changes. It isn't a secret: a
 * forged position reveals nothing that paging doesn't.
 * @param list null accepts a cursor of any list
 * @returns `"damaged"`, or `"foreign"` for a cursor of another list
 */
export function readCursor(cursor: string, list: string | null): Position | "damaged" | "foreign" {
  const [payload = "", checksum, ...rest] = cursor.split(".");
  if (rest.length > 0 || checksum !== digest(payload)) return "damaged";
  const fields = parsed(payload);
  if (!Array.isArray(fields)) return "damaged";
  const [version, sortAt, id, owner]: unknown[] = fields;
  if (version !== VERSION || !Number.isSafeInteger(sortAt) || typeof id !== "string") {
    return "damaged";
  }
  if (list !== null && owner !== digest(list)) return "foreign";
  return { sortAt: Number(sortAt), id };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString());
  } catch {
    return undefined;
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
