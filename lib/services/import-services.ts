import "server-only";
import { createHash } from "node:crypto";
import type { Audit } from "../auth/audit.ts";
import type { ImportBatch, ImportItem, ImportResult } from "../contract/api/import.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

/** Adds feedback from files from other tools to the built-in platform. */
export interface ImportServices {
  /**
   * Imports part of a file. Importing it again changes nothing.
   * @throws {NotFound} with a hosted platform
   */
  add(projectId: string, batch: ImportBatch, by: Actor): Promise<ImportResult>;
}

/** @param platform null with a hosted platform */
export function importServices(
  platform: Pick<EmbeddedPlatform, "importEntries"> | null,
  audit: Pick<Audit, "record">,
): ImportServices {
  return {
    add: async (projectId, { file, items }, by) => {
      if (!platform) throw new NotFound("Imports aren't available with a hosted platform.");
      const lines = items.map(({ line }) => line);
      const range = `rows ${Math.min(...lines)} to ${Math.max(...lines)} of ${file}`;
      await audit.record(by, "imported", `${range} into ${projectId}`);
      const entries = items.map((item) => ({ line: item.line, value: withId(item) }));
      const report = await platform.importEntries(projectId, entries, items.length);
      const { accepted: added, updated, unchanged, deleted, reasons: rejected } = report;
      return { added, updated, unchanged, deleted, rejected };
    },
  };
}

/** Gives an item without an ID one that the same row of the same file has again. */
function withId({ value, copy }: ImportItem): ImportItem["value"] {
  if (value.id !== undefined) return value;
  const { path, comment, helpful, createdAt, source, contact } = value;
  const content = JSON.stringify([path, comment, helpful, createdAt, source, contact, copy]);
  const hash = createHash("sha256").update(content).digest("hex");
  return { ...value, id: `import_${hash.slice(0, 32)}` };
}
