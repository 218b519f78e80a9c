import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { ProgramResult, ProgramRun } from "../../lib/platform/program-starter-main.ts";
import { root } from "../../scripts/setup/project.mjs";

const SERVICES = ["git-upload-pack", "git-receive-pack"];

/** Returns the git service that a request is for; null if it isn't a git request. */
export function gitService(url: URL): string | null {
  const named = url.pathname.endsWith("/info/refs")
    ? url.searchParams.get("service")
    : url.pathname.split("/").at(-1);
  return SERVICES.find((service) => service === named) ?? null;
}

/** Starts git, for which a small process takes a tenth of the time that a test's own takes. */
let starter: ChildProcess | undefined;
let lastId = 0;

function startStarter(): ChildProcess {
  const child = fork(join(root, "lib/platform/program-starter-main.ts"), {
    execArgv: ["--conditions=react-server"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Requests wait at the same time, and none keeps the tests from ending.
  child.setMaxListeners(0);
  child.unref();
  child.channel?.unref();
  return child;
}

async function runGit(run: Pick<ProgramRun, "args" | "folder" | "env" | "input">): Promise<Buffer> {
  starter ??= startStarter();
  const id = ++lastId;
  const results = on(starter, "message");
  starter.send({ id, program: "git", outputLimit: 1e9, timeLimit: 120_000, ...run });
  for await (const [result] of results as AsyncIterable<[ProgramResult]>) {
    if (result.id === id) return result.stdout;
  }
  throw new Error("git gave no result.");
}

/** Serves a bare repository over git's smart HTTP protocol. */
export async function serveGit(
  repository: string,
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const advertise = request.method === "GET";
  const args = [service.replace("git-", ""), "--stateless-rpc"];
  const sent = await buffer(request);
  const isPacked = request.headers["content-encoding"] === "gzip";
  const result = await runGit({
    args: [...args, ...(advertise ? ["--advertise-refs"] : []), repository],
    folder: repository,
    env: { ...process.env, GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "") },
    input: isPacked ? gunzipSync(sent) : sent,
  });
  const kind = advertise ? "advertisement" : "result";
  response.writeHead(200, {
    "content-type": `application/x-${service}-${kind}`,
    "cache-control": "no-cache",
  });
  if (advertise) {
    const line = `# service=${service}\n`;
    response.write(`${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`);
  }
  response.end(result);
}
