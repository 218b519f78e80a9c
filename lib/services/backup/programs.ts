import "server-only";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
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
    const options = { env: { ...process.env, ...env }, maxBuffer: 100_000_000 };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT") {
      throw new AppError("unavailable", `${program} wasn't found. Install it, then try again.`);
    }
    const reason = (stderr ?? "").trim().split("\n").at(-1) ?? "";
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
