import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Config, InvalidConfiguration, parseConfig } from "../lib/config.ts";
import { systemCode } from "../lib/errors.ts";
import { sandboxProblem } from "../lib/platform/agent/sandbox-check.ts";
import { createDataFolder } from "../lib/services/data-folder.ts";
import { databaseProblems } from "../lib/services/database-check.ts";

/**
 * Run before the server starts. Prints where it will listen, as JSON; or one line per problem, and
 * ends with 1.
 */
async function main(): Promise<void> {
  const config = configuration();
  // Files that SQLite creates beside a database.
  process.umask(0o077);
  const problems = [
    gitProblem(),
    folderProblem(config.dataDir),
    await portProblem(config),
    ...(await databaseProblems(config)),
    await sandboxProblem(config),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) stop(problems);
  console.log(
    JSON.stringify({ host: config.host, port: config.port, publicUrl: config.publicUrl }),
  );
}

function configuration(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (error instanceof InvalidConfiguration) stop(error.problems);
    throw error;
  }
}

function stop(problems: string[]): never {
  console.error(problems.join("\n"));
  process.exit(1);
}

function gitProblem(): string | null {
  try {
    execFileSync("git", ["--version"], { stdio: "ignore" });
    return null;
  } catch {
    return "git wasn't found. Install it (https://git-scm.com), then start again.";
  }
}

/** Creates and removes a folder, because permissions say nothing for root and on read-only disks. */
function folderProblem(folder: string): string | null {
  try {
    createDataFolder(folder);
    rmdirSync(mkdtempSync(join(folder, ".write-test-")));
    return null;
  } catch (error) {
    return `DATA_DIR: ${folder} can't be written to (${systemCode(error) ?? "no answer"}). Make it writable for this user, or choose another folder: DATA_DIR=/path/to/folder npm start`;
  }
}

async function portProblem({ host, port }: Config): Promise<string | null> {
  const probe = createServer();
  const failure = await new Promise<string | null>((resolve) => {
    probe.once("error", (error) => resolve(systemCode(error) ?? "no answer"));
    probe.listen({ host: host.replace(/^\[|\]$/g, ""), port }, () => resolve(null));
  });
  await new Promise((resolve) => probe.close(resolve));
  if (failure === null) return null;
  if (failure === "EADDRINUSE") {
    return `Port ${port} is in use by another program. Stop it, or choose another: PORT=${port < 65_535 ? port + 1 : 3000} npm start`;
  }
  if (failure === "EACCES") {
    return `Port ${port} is reserved for the system. Choose one above 1023: PORT=3000 npm start`;
  }
  return `HOST: this machine can't listen on ${host} (${failure}). Leave HOST unset for 127.0.0.1.`;
}

await main();
