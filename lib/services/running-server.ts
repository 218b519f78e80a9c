import "server-only";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "../config.ts";

/** The settings that a running server was started with. Commands beside it may have others. */
const runningServer = z.object({
  pid: z.number(),
  publicUrl: z.string(),
  hasSignIn: z.boolean(),
  localKey: z.boolean(),
});

export type RunningServer = z.infer<typeof runningServer>;

/** Records this process in the data folder, readable only for this user. */
export async function recordServer(settings: Config): Promise<void> {
  const { dataDir, publicUrl, localKey, signIn } = settings;
  const record: RunningServer = {
    pid: process.pid,
    publicUrl,
    hasSignIn: signIn !== null,
    localKey,
  };
  await writeFile(fileIn(dataDir), JSON.stringify(record), { mode: 0o600 });
}

/** Returns the server that uses the data folder; null if none does. */
export async function readServer(dataDir: string): Promise<RunningServer | null> {
  try {
    return runningServer.parse(JSON.parse(await readFile(fileIn(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** Removes this process's record. The record of another server stays. */
export async function removeServer(dataDir: string): Promise<void> {
  const server = await readServer(dataDir);
  if (server?.pid === process.pid) await rm(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(/* turbopackIgnore: true */ dataDir, "server.json");
}
