import { z } from "zod";
import { ERASABLE_FIELDS } from "./erasable-fields.ts";
import { MAX_IMPORT_DECISIONS, MAX_IMPORT_ITEMS } from "./limits.ts";
import { isSourceName, SOURCE_NAME_LENGTH } from "./source-names.ts";

/** A row of a file as feedback. What is invalid is rejected by itself, so the values are wide. */
const importItem = z.strictObject({
  /** The row's number in the file. */
  line: z.number().int().min(1),
  /** How many rows before it in the file say the same. */
  copy: z.number().int().min(0),
  /** A field that isn't there stays as it is stored; null is an empty value. */
  value: z.strictObject({
    /** Without an ID, one is made from the rest. */
    id: z.string().optional(),
    path: z.string().optional(),
    comment: z.string().nullable().optional(),
    helpful: z.union([z.boolean(), z.string()]).nullable().optional(),
    createdAt: z.string().nullable().optional(),
    source: z.string().optional(),
    status: z.string().optional(),
    contact: z.string().nullable().optional(),
    code: z.string().nullable().optional(),
    filename: z.string().nullable().optional(),
    lang: z.string().nullable().optional(),
  }),
});
export type ImportItem = z.infer<typeof importItem>;

const oneLine = z.string().regex(/^\P{Cc}+$/u, "must not contain control characters");

/** How the items of a file are imported. */
const choices = {
  items: z.array(importItem).min(1).max(MAX_IMPORT_ITEMS),
  /** Where the file's IDs are from; without one, they are the platform's own, as in Errata's exports. */
  source: z
    .string()
    .refine(isSourceName, {
      message: `must be at most ${SOURCE_NAME_LENGTH} lowercase letters, digits, and hyphens`,
    })
    .nullable()
    .optional(),
  /** Whether an empty value erases what is stored. It stays otherwise. */
  mayErase: z.boolean().optional(),
};

/** Part of a file. */
export const importBatch = z.strictObject({
  /** The file's name, for the list of imports and the audit log. */
  file: oneLine.max(200),
  ...choices,
  /** The import that the batch is a part of. Without one, the batch is an import of its own. */
  import: z
    .strictObject({
      /** A random ID, the same for all batches. */
      key: z.string().regex(/^[\w-]{16,64}$/, "must be 16 to 64 letters, digits, - or _"),
      /** Rows of all batches together. */
      rows: z.number().int().min(1),
      /** Rows of the file that aren't sent, because they can't be read. */
      unreadable: z.number().int().min(0),
      /** What the reader of the file decided, in sentences. */
      decisions: z.array(oneLine.max(300)).max(MAX_IMPORT_DECISIONS),
    })
    .optional(),
});
export type ImportBatch = z.infer<typeof importBatch>;

const rejected = z.array(z.strictObject({ line: z.number(), reason: z.string() }));

/** What becomes of items. */
const counts = {
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** Left out because someone deleted them in the dashboard. */
  deleted: z.number(),
};

/** Items with an empty value for a field that is stored, by field. */
const emptied = z.partialRecord(z.enum(ERASABLE_FIELDS), z.number());

/** What became of a batch. */
export const importResult = z.strictObject({
  ...counts,
  rejected,
  emptied,
  /** The import's number, to undo it. */
  number: z.number().nullable(),
});
export type ImportResult = z.infer<typeof importResult>;

/** Part of a file that is compared with what is stored. */
export const importCheckRequest = z.strictObject(choices);

/** What importing a part of a file would do. */
export const importCheck = z.strictObject({
  ...counts,
  rejected,
  emptied,
  /** Items that are stored just like this under the IDs in the file, without the source. */
  knownWithoutSource: z.number(),
});
export type ImportCheck = z.infer<typeof importCheck>;

/** An import, as it is listed. */
export const importRecord = z.strictObject({
  number: z.number(),
  file: z.string(),
  source: z.string().nullable(),
  /** Name of the person. */
  by: z.string(),
  startedAt: z.number(),
  /** `stopped`: no batch has come for a minute although rows are missing. */
  state: z.enum(["running", "stopped", "finished", "undoing", "undone"]),
  /** Rows that were read, of how many; null if that isn't known. */
  seen: z.number(),
  rows: z.number().nullable(),
  ...counts,
  rejected: z.number(),
  decisions: z.array(z.string()),
  /** Whether it can be undone: its previous values are kept for a time only. */
  canUndo: z.boolean(),
  /**
   * What the undo did so far: items that it deleted, items that it gave their previous values, and items
   * that it left, because they have changed since.
   */
  undo: z.strictObject({ removed: z.number(), restored: z.number(), kept: z.number() }),
});
export type ImportRecord = z.infer<typeof importRecord>;

/** One page of imports, newest first. */
export const importList = z.strictObject({
  imports: z.array(importRecord),
  hasMore: z.boolean(),
});
export type ImportList = z.infer<typeof importList>;
