import "server-only";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { failedProgram } from "../../database/copy-postgres.ts";
import { AppError } from "../../errors.ts";

/**
 * Runs a program without a shell and returns its output.
 * @throws {AppError} with the last line of its error output, or that it's missing
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const options = { env: { ...process.env, ...env, LC_ALL: "C" }, maxBuffer: 100_000_000 };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { code, stderr } = failedProgram.parse(error);
    if (code === "ENOENT") {
      throw new AppError("unavailable", `${program} wasn't found. Install it, then try again.`);
    }
    if (stderr.includes("server version mismatch")) {
      throw new AppError(
        "unavailable",
        `${program} is older than the database's server. Install the PostgreSQL client programs of the server's version, then try again.`,
      );
    }
    const reason = stderr.trim().split("\n").at(-1) ?? "";
    throw new AppError("unavailable", `${program} failed: ${reason}`);
  }
}

/** Git without the configuration of this user or of the system. */
const GIT = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

/** Copies all branches and commits of a bare repository, while others push to it. */
export async function copyRepository(source: string, target: string): Promise<void> {
  const safe = ["-c", "safe.directory=*"];
  const branch = (
    await runProgram("git", [...safe, "-C", source, "symbolic-ref", "HEAD"], GIT)
  ).trim();
  await runProgram("git", ["init", "--quiet", "--bare", target], GIT);
  await runProgram(
    "git",
    [...safe, "-C", target, "fetch", "--quiet", "--no-tags", source, "+refs/*:refs/*"],
    GIT,
  );
  await runProgram("git", ["-C", target, "symbolic-ref", "HEAD", branch], GIT);
}

/** Returns the names of the repositories in a `DATA_DIR`. */
export async function repositoriesIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, "repository");
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.filter((name) => /^[\w-]+\.git$/.test(name));
}

/** Copies the repositories of a `DATA_DIR`, if it has any, and their ID to another folder. Returns their names. */
export async function copyRepositories(dataDir: string, target: string): Promise<string[]> {
  const names = await repositoriesIn(dataDir);
  if (names.length > 0) await mkdir(join(target, "repository"), { mode: 0o700 });
  for (const name of names) {
    await copyRepository(join(dataDir, "repository", name), join(target, "repository", name));
  }
  await copyId(dataDir, target);
  return names;
}

/**
 * Copies the ID by which a database knows the repositories of a `DATA_DIR`, if they have one, to another folder
 * (lib/platform/host/repository-home.ts).
 */
export async function copyId(dataDir: string, target: string): Promise<void> {
  const id = join(dataDir, "repository", "id");
  if (!existsSync(id)) return;
  await mkdir(join(target, "repository"), { recursive: true, mode: 0o700 });
  await copyFile(id, join(target, "repository", "id"));
}
