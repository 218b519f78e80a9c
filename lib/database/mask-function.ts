import "server-only";
import type SQLite from "better-sqlite3";
import { maskAddresses } from "../text/email-addresses.ts";

/** Adds the function that `maskedText` calls on SQLite. */
export function addMaskFunction(database: SQLite.Database): void {
  database.function("mask_addresses", { deterministic: true }, (text) =>
    maskAddresses(String(text)),
  );
}
