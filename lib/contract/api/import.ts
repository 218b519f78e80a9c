import { z } from "zod";
import { ERASABLE_FIELDS } from "./erasable-fields.ts";
import { MAX_IMPORT_DECISIONS, MAX_IMPORT_ITEMS } from "./limits.ts";
import { isSourceName, SOURCE_NAME_LENGTH } from "./source-names.ts";

/** A row of a file as feedback. What is invalid is rejected by itself, so the values are wide. */
const importItem = z.strictObject({
  /** The row's number in the file. */
  line: z.number().int().min(1),
  /** How many rows before it in the file have the same content. */
  copy: z.number().int().min(0),
  /** A missing field stays as it is stored; null is an empty value. */
  value: z.strictObject({
    /** If it is missing, an ID is computed from the other fields. */
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
      /** How the file was read, in sentences. */
      decisions: z.array(oneLine.max(300)).max(MAX_IMPORT_DECISIONS),
    })
    .optional(),
});
export type ImportBatch = z.infer<typeof importBatch>;

const rejected = z.array(z.strictObject({ line: z.number(), reason: z.string() }));

/** Counts of items by result. */
const counts = {
  added: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** Left out because someone deleted them in the dashboard. */
  deleted: z.number(),
};

/** Items whose value in the file is empty although a value is stored, by field. */
const emptied = z.partialRecord(z.enum(ERASABLE_FIELDS), z.number());

/** The result of a batch. */
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
  /** Items that are stored unchanged under the file's own IDs, without the source's name. */
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
   * Progress of the undo: items that were deleted, items that got their previous values, and items that
   * were left as they are because they changed after the import.
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
