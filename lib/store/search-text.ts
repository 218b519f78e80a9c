import "server-only";
import { storable } from "../database/dialect.ts";

/** Text as it is searched: what readers would call the same letters compare equal in every script. */
export function searchable(text: string): string {
  return storable(text).toWellFormed().normalize("NFKC").toLowerCase().normalize("NFKC");
}
