import "server-only";
import { InvalidRequest } from "../errors.ts";
import { parseJson } from "../text/parse-json.ts";

/** Encodes a position in a keyset order as opaque text. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/**
 * Decodes a cursor from `encodeCursor`. The caller checks what the parts mean.
 * @throws {InvalidRequest} for any other text
 */
export function decodeCursor(cursor: string): (string | number)[] {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  const valid =
    Array.isArray(parts) &&
    parts.every((part) => typeof part === "string" || Number.isSafeInteger(part)) &&
    encodeCursor(parts) === cursor;
  if (!valid) throw invalidCursor();
  return parts;
}

export function invalidCursor(): InvalidRequest {
  return new InvalidRequest("cursor: isn't valid for this list; leave it out to start again", [
    { message: "cursor: isn't valid for this list" },
  ]);
}
