import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createGunzip } from "node:zlib";

const SERVICES = ["git-upload-pack", "git-receive-pack"];

/** Which of git's services a request is for; null when it is none of git's. */
export function gitService(url: URL): string | null {
  const named = url.pathname.endsWith("/info/refs")
    ? url.searchParams.get("service")
    : url.pathname.split("/").at(-1);
  return SERVICES.find((service) => service === named) ?? null;
}

/** Serves a bare repository by git's smart protocol over HTTP, as git's own back end does. */
export function serveGit(
  repository: string,
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const asked = request.method === "GET";
  const args = [service.replace("git-", ""), "--stateless-rpc"];
  const env = { ...process.env, GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "") };
  const git = spawn("git", [...args, ...(asked ? ["--advertise-refs"] : []), repository], { env });
  const kind = asked ? "advertisement" : "result";
  response.writeHead(200, {
    "content-type": `application/x-${service}-${kind}`,
    "cache-control": "no-cache",
  });
  if (asked) {
    const line = `# service=${service}\n`;
    response.write(`${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`);
  }
  const packed = request.headers["content-encoding"] === "gzip";
  (packed ? request.pipe(createGunzip()) : request).pipe(git.stdin);
  git.stdin.on("error", () => undefined);
  git.stdout.pipe(response);
}
