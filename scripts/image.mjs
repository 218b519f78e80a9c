import "./setup/require-node.mjs";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./setup/free-port.mjs";
import { node, root, UserError } from "./setup/project.mjs";

// Run with `npm run image` on Debian, as root: builds the Dockerfile without Docker, on a base made with
// debootstrap and the pinned Node.js, starts the image once on a read-only root as its own user, and
// checks that it's ready. IMAGE_BASE names an existing base folder.

const ENV = { ...process.env, BUILDAH_ISOLATION: "chroot", STORAGE_DRIVER: "vfs" };
const PACKAGES = "git,ca-certificates,bubblewrap";
const BASE = "localhost/errata-base";
const IMAGE = "localhost/errata";
/** Milliseconds until the started image must be ready. */
const TIMEOUT = 120_000;

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {string} its output
 */
function run(program, args) {
  console.log(`$ ${program} ${args.join(" ")}`);
  try {
    const stdio = /** @type {const} */ (["ignore", "pipe", "inherit"]);
    return execFileSync(program, args, { env: ENV, stdio, encoding: "utf8" }).trim();
  } catch (error) {
    if (error.code === "ENOENT") throw new UserError(`${program} was not found. Install it.`);
    throw new UserError(`${program} failed; see its output above.`);
  }
}

/** @param {string} folder an empty folder, which becomes a small Debian with Node.js and npm */
function makeBase(folder) {
  run("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", folder]);
}

/** @param {string} folder */
function addNode(folder) {
  const local = join(folder, "usr/local");
  cpSync(node, join(local, "bin/node"));
  const cli = process.env.npm_execpath;
  if (!cli) throw new UserError("Run: npm run image");
  const npm = dirname(dirname(cli));
  mkdirSync(join(local, "lib/node_modules"), { recursive: true });
  cpSync(npm, join(local, "lib/node_modules/npm"), { recursive: true });
  rmSync(join(local, "bin/npm"), { force: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin/npm"));
}

/**
 * Lets npm in the image trust what it trusts here, such as the certificate of a company's proxy.
 * @param {string} container
 */
function trustOwnCertificates(container) {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return;
  const inside = "/usr/local/share/extra-certificates.pem";
  run("buildah", ["add", "--quiet", container, file, inside]);
  run("buildah", ["config", "--env", `NODE_EXTRA_CA_CERTS=${inside}`, container]);
}

/** Starts the image in its own mounts and waits until it can save something. */
async function startOnce() {
  const container = run("buildah", ["from", IMAGE]);
  const folder = run("buildah", ["mount", container]);
  const port = await freePort();
  const script = `set -e
    mount --bind "$1" "$1" && cd "$1"
    mount -o remount,ro,bind "$1"
    mount -t tmpfs -o uid=10001,gid=10001,mode=700 data data
    mount -t tmpfs -o mode=1777 tmp tmp
    mount --rbind /dev dev && mount --rbind /proc proc
    exec chroot --userspec=10001:10001 "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin \\
      NODE_ENV=production ERRATA_PREBUILT=1 HOST=127.0.0.1 PORT=${port} DATA_DIR=/data HOME=/tmp \\
      sh -c 'cd /app && exec node scripts/start.mjs'`;
  const server = spawn("unshare", ["--mount", "sh", "-c", script, "sh", folder], {
    stdio: "inherit",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    const deadline = Date.now() + TIMEOUT;
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (response?.ok) return await response.json();
      if (Date.now() > deadline || server.exitCode !== null) {
        throw new UserError("The image didn't become ready; see its output above.");
      }
      await delay(500);
    }
  } finally {
    server.kill("SIGTERM");
    await ended;
    run("buildah", ["rm", container]);
  }
}

async function main() {
  if (process.getuid?.() !== 0) throw new UserError("Building the base requires root.");
  const own = process.env.IMAGE_BASE ? null : mkdtempSync(join(tmpdir(), "errata-base-"));
  const folder = process.env.IMAGE_BASE ?? own ?? "";
  try {
    if (!existsSync(join(folder, "usr"))) makeBase(folder);
    addNode(folder);
    const container = run("buildah", ["from", "scratch"]);
    run("buildah", ["add", "--quiet", container, folder, "/"]);
    trustOwnCertificates(container);
    run("buildah", ["commit", "--quiet", "--rm", container, BASE]);
    run("buildah", [
      "build",
      "--format",
      "docker",
      "--build-arg",
      `BASE=${BASE}`,
      "--tag",
      IMAGE,
      root,
    ]);
    const { status, version } = await startOnce();
    console.log(`The image ${IMAGE} of Errata ${version} is ${status}`);
  } finally {
    if (own) rmSync(own, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
