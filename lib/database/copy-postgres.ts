import "server-only";
import { execFile } from "node:child_process";
import { chmod, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";

/** The error of a program that failed, or that is missing. */
export const failedProgram = z.object({ code: z.unknown(), stderr: z.string().default("") });

/** Bytes of `pg_dump`'s output that are kept. */
const MAX_OUTPUT = 1_000_000;

/**
 * Copies a PostgreSQL database to a new file that `pg_restore` reads. The file appears when it's complete.
 * @returns null, or why there is no copy and what to do, if `pg_dump` is missing or older than the server
 * @throws if it fails for another reason, such as a full disk
 */
export async function copyPostgres(url: string, file: string): Promise<string | null> {
  const { args, env } = postgresArguments(url);
  const partial = `${file}.partial`;
  const options = ["--format=custom", "--no-owner", "--no-privileges", "--file", partial];
  try {
    await promisify(execFile)("pg_dump", [...options, ...args], {
      env: { ...process.env, ...env, LC_ALL: "C" },
      maxBuffer: MAX_OUTPUT,
    });
    await chmod(partial, 0o600);
    await rename(partial, file);
    return null;
  } catch (error) {
    await rm(partial, { force: true });
    const { code, stderr } = failedProgram.parse(error);
    if (code === "ENOENT") return noCopy("pg_dump wasn't found");
    if (stderr.includes("server version mismatch"))
      return noCopy("pg_dump is older than the server");
    throw error;
  }
}

/** Splits a PostgreSQL address, so that the password isn't in the arguments, which others can see. */
export function postgresArguments(url: string): { args: string[]; env: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return { args: ["--dbname", address.href], env: password ? { PGPASSWORD: password } : {} };
}

function noCopy(reason: string): string {
  return `the database wasn't copied before the upgrade: ${reason}. Before the next upgrade, install the PostgreSQL client programs that match the server's version, or back up the database yourself`;
}
