import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createGunzip } from "node:zlib";

const SERVICES = ["git-upload-pack", "git-receive-pack"];

/** Returns the git service that a request is for; null if it isn't a git request. */
export function gitService(url: URL): string | null {
  const named = url.pathname.endsWith("/info/refs")
    ? url.searchParams.get("service")
    : url.pathname.split("/").at(-1);
  return SERVICES.find((service) => service === named) ?? null;
}

/** Serves a bare repository over git's smart HTTP protocol. */
export function serveGit(
  repository: string,
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const advertise = request.method === "GET";
  const args = [service.replace("git-", ""), "--stateless-rpc"];
  const env = { ...process.env, GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "") };
  const git = spawn("git", [...args, ...(advertise ? ["--advertise-refs"] : []), repository], {
    env,
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
  const packed = request.headers["content-encoding"] === "gzip";
  (packed ? request.pipe(createGunzip()) : request).pipe(git.stdin);
  git.stdin.on("error", () => undefined);
  git.stdout.pipe(response);
}
