import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { InvalidRequest } from "../../errors.ts";

export const MANIFEST = "backup.json";
export const DUMP = "database.dump";
export const DATABASE_FILES = ["errata.sqlite", "platform.sqlite"] as const;

const manifest = z.object({
  /** The version of Errata that made the backup. */
  version: z.string(),
  /** Its git commit. Earlier versions didn't record it. */
  commit: z.string().nullish(),
  createdAt: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  /** The SQLite files in it. Earlier versions didn't record them. */
  databases: z.array(z.enum(DATABASE_FILES)).optional(),
  /** Folders in `repository`. */
  repositories: z.array(z.string().regex(/^[\w-]+\.git$/)),
});

/** The description of a backup in its folder. */
export type BackupManifest = z.infer<typeof manifest>;

/** @throws {InvalidRequest} if the folder isn't a complete backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
  } catch {
    throw new InvalidRequest(
      `${folder} isn't a complete backup. Choose a folder that npm run backup created.`,
    );
  }
}
