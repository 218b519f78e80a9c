import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

/** An audit log entry. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  by_id: string;
  by_name: string;
  action: string;
  subject: string;
}

/** The audit log. */
export interface AuditTables {
  audit: AuditTable;
}

export const audit: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table audit (
      id ${serial},
      at ${bigint} not null,
      by_id ${key} not null,
      by_name text not null,
      action text not null,
      subject text not null
    )`,
  ],
};
