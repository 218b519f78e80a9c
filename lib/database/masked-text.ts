import "server-only";
import { type Expression, sql } from "kysely";
import type { Engine } from "./open.ts";

/** As in `maskAddresses`, up to the 250 last characters before the sign: PostgreSQL counts no further. */
const ADDRESS = String.raw`([^\s"'<>()[\]{},;:\\|/?&#@＠﹫])[^\s"'<>()[\]{},;:\\|/?&#@＠﹫]{0,250}?(@|＠|﹫|%40)`;

/** The text with its e-mail addresses masked as `maskAddresses` does. */
export function maskedText(text: Expression<string>, engine: Engine): Expression<string> {
  return engine === "sqlite"
    ? sql<string>`mask_addresses(${text})`
    : sql<string>`regexp_replace(${text}, ${ADDRESS}, ${"\\1•••\\2"}, 'g')`;
}
