import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, key, serial, table, text } from "../../database/table.ts";

/** The audit log. */
export const audit = {
  tables: {
    /** An audit log entry. */
    audit: table({
      id: serial,
      at: bigint,
      by_id: key,
      by_name: text,
      action: text,
      subject: text,
    }),
  },
} satisfies TableFamily;
