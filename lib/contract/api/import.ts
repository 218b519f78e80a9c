import { z } from "zod";
import { MAX_IMPORT_ITEMS } from "./limits.ts";

/** A row of a file as feedback. What is invalid is rejected by itself, so the values are wide. */
const importItem = z.strictObject({
  /** The row's number in the file. */
  line: z.number().int().min(1),
  /** How many rows before it in the file say the same. */
  copy: z.number().int().min(0),
  value: z.strictObject({
    /** Without an ID, one is made from the rest. */
    id: z.string().optional(),
    path: z.string().optional(),
    comment: z.string().nullable(),
    helpful: z.union([z.boolean(), z.string()]).optional(),
    createdAt: z.string().nullable(),
    source: z.string(),
    contact: z.string().nullable(),
  }),
});
export type ImportItem = z.infer<typeof importItem>;

/** Part of a file. */
export const importBatch = z.strictObject({
  /** The file's name, for the audit log. */
  file: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u, "must not contain control characters"),
  items: z.array(importItem).min(1).max(MAX_IMPORT_ITEMS),
});
export type ImportBatch = z.infer<typeof importBatch>;

/** What became of a batch. */
export const importResult = z.strictObject({
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** Left out because someone deleted them in the dashboard. */
  deleted: z.number(),
  rejected: z.array(z.strictObject({ line: z.number(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof importResult>;
