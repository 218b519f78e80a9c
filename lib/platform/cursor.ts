import "server-only";
import { createHash } from "node:crypto";

/** Where a page of the export ended: the last entry's place in the order. */
export interface Position {
  sortAt: number;
  id: string;
}

const VERSION = 1;

/**
 * An opaque cursor, `payload.checksum`. It is bound to `list`, a text that names the project and
 * the filters, as a position in one list means nothing in another.
 */
export function writeCursor(position: Position, list: string): string {
  const fields = [VERSION, position.sortAt, position.id, digest(list)];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${digest(payload)}`;
}

/**
 * Reads what `writeCursor` wrote. The checksum is over the payload as text, so that any altered
 * character shows; it is no secret, as a forged position reveals nothing more than paging does.
 * @returns `"damaged"`, or `"foreign"` for a cursor of another list; a `list` of null is any list
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
