import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { SOURCES, type Source, STATUSES, type Status } from "../contract/platform/vocabulary.ts";
import { parseJson } from "../text/parse-json.ts";

/** Position of an export page's last entry in the sort order. */
export interface Position {
  sortAt: number;
  id: string;
}

/** Filters of an export. Instants are epoch milliseconds; `to` is exclusive; `statuses` are sorted. */
export interface ExportFilters {
  from: number | null;
  to: number | null;
  source: Source | null;
  statuses: Status[] | null;
}

/** A cursor's content: where its page ended, and the project and filters that it was issued for. */
export interface Cursor {
  projectId: string;
  filters: ExportFilters;
  position: Position;
}

const VERSION = 2;

/** Returns an opaque cursor, `payload.checksum`. */
export function writeCursor({ projectId, filters, position }: Cursor): string {
  const { from, to, source, statuses } = filters;
  const fields = [VERSION, projectId, from, to, source, statuses, position.sortAt, position.id];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${checksumOf(payload)}`;
}

/**
 * Parses a cursor from `writeCursor`. Returns null if it was changed. The checksum detects accidental
 * changes. It isn't a secret: a forged cursor reveals nothing that paging doesn't.
 */
export function readCursor(cursor: string): Cursor | null {
  const [payload = "", checksum, ...rest] = cursor.split(".");
  if (rest.length > 0 || checksum !== checksumOf(payload)) return null;
  const fields = content.safeParse(parseJson(Buffer.from(payload, "base64url").toString()));
  if (!fields.success) return null;
  const [, projectId, from, to, source, statuses, sortAt, id] = fields.data;
  return { projectId, filters: { from, to, source, statuses }, position: { sortAt, id } };
}

const content = z.tuple([
  ...([z.literal(VERSION), z.string(), z.int().nullable(), z.int().nullable()] as const),
  ...([z.enum(SOURCES).nullable(), z.array(z.enum(STATUSES)).nullable()] as const),
  ...([z.int(), z.string()] as const),
]);

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
