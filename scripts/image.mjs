import "./setup/require-node.mjs";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { currentCommit } from "./setup/build-record.mjs";
import { freePort } from "./setup/free-port.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { node, root, UserError } from "./setup/project.mjs";
import { runScript } from "./setup/run-script.mjs";

// Run with `npm run image` on Debian, as root: builds the Dockerfile without Docker, on a base made with
// debootstrap and the pinned Node.js, starts the image once on a read-only root as its own user with the
// agent's sandbox, and tries its health check and its commands. IMAGE_BASE names an existing base folder.

const ENV = { ...process.env, BUILDAH_ISOLATION: "chroot", STORAGE_DRIVER: "vfs" };
const PACKAGES = "git,ca-certificates,bubblewrap";
const BASE = "localhost/errata-base";
const BUILD_BASE = "localhost/errata-build-base";
const IMAGE = "localhost/errata";
/** Milliseconds until the started image must be ready. */
const TIMEOUT = 120_000;

/** Commands that people run in the container. */
const COMMANDS = [
  ["node", "--run", "keys", "--", "list"],
  ["node", "--run", "backup", "--", "/data/backups/image-check"],
  ["node", "--run", "verify", "--", "/data/backups/image-check"],
];

/**
 * @typedef {object} ImageConfig
 * @property {string[]} Env
 * @property {string} User `UID:GID`
 * @property {string} WorkingDir
 * @property {string[]} Cmd
 * @property {{ Test: string[] }} Healthcheck
 */

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
    if (error.code === "ENOENT") throw new UserError(`${program} wasn't found. Install it.`);
    throw new UserError(`${program} failed; see its output above.`);
  }
}

/** @param {string} folder a small Debian, which is created if it's missing */
function makeBase(folder) {
  if (!existsSync(join(folder, "usr"))) {
    run("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", folder]);
  }
  const container = run("buildah", ["from", "scratch"]);
  run("buildah", ["add", "--quiet", container, folder, "/"]);
  run("buildah", ["commit", "--quiet", "--rm", container, BASE]);
}

/**
 * Adds Node.js and npm to the base.
 * @param {string} tools an empty folder
 */
function makeBuildBase(tools) {
  const cli = process.env.npm_execpath;
  if (!cli) throw new UserError("Run: npm run image");
  for (const name of ["bin", "lib/node_modules"]) mkdirSync(join(tools, name), { recursive: true });
  cpSync(node, join(tools, "bin/node"));
  cpSync(dirname(dirname(cli)), join(tools, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(tools, "bin/npm"));
  const container = run("buildah", ["from", BASE]);
  run("buildah", ["add", "--quiet", container, tools, "/usr/local"]);
  trustOwnCertificates(container);
  run("buildah", ["commit", "--quiet", "--rm", container, BUILD_BASE]);
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

function buildImage() {
  const commit = `ERRATA_COMMIT=${currentCommit(".next")}`;
  const given = [`BASE=${BASE}`, `BUILD_BASE=${BUILD_BASE}`, commit];
  run("buildah", [
    ...["build", "--format", "docker", "--tag", IMAGE],
    ...given.flatMap((argument) => ["--build-arg", argument]),
    root,
  ]);
  console.log(run("buildah", ["images", "--format", "{{.Name}} {{.Size}}"]));
}

/**
 * Makes the image the root of its own mounts, read-only but for the data and temporary folders, and
 * starts it as its own user. A plain chroot would forbid the agent's sandbox its user namespace.
 */
const ENTER = `set -e
  mount --bind "$1" "$1" && cd "$1"
  mount -t tmpfs -o "uid=$2,gid=$2,mode=700" data data
  mount -t tmpfs -o mode=1777 tmp tmp
  mount --rbind /dev dev && mount --rbind /proc proc
  mount -o remount,ro,bind "$1"
  pivot_root . . && umount -l . && cd "$3"
  shift 3
  exec /usr/bin/env -i "$@"`;

/** Starts the image and, once it's ready, tries its health check and the commands. */
async function startOnce() {
  const inspected = run("buildah", ["inspect", "--type", "image", IMAGE]);
  /** @type {ImageConfig} */
  const config = JSON.parse(inspected).Docker.config;
  const container = run("buildah", ["from", IMAGE]);
  const folder = run("buildah", ["mount", container]);
  const [user = ""] = config.User.split(":");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = [
    ...config.Env,
    ...["HOST=127.0.0.1", `PORT=${port}`, "AGENT_COMMAND=cat"],
    ...[`PUBLIC_URL=${url}`, "AUTH_SECRET=only-for-the-check-of-the-image-00"],
  ];
  const asUser = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--no-new-privs", "--"];
  const start = [...environment, "setpriv", ...asUser, ...config.Cmd];
  const enter = ["--mount", "sh", "-c", ENTER, "sh", folder, user, config.WorkingDir, ...start];
  const server = spawn("unshare", enter, { stdio: "inherit" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    await untilReady(url, server);
    const inside = ["--target", String(server.pid), "--mount", "--root", "--wd", "env", "-i"];
    const commands = [config.Healthcheck.Test.slice(1), ...COMMANDS];
    for (const command of commands) {
      console.log(run("nsenter", [...inside, ...environment, "setpriv", ...asUser, ...command]));
    }
    return await (await fetch(`${url}/healthz`)).json();
  } finally {
    server.kill("SIGTERM");
    await ended;
    run("buildah", ["rm", container]);
  }
}

/**
 * @param {string} url
 * @param {import("node:child_process").ChildProcess} server
 */
async function untilReady(url, server) {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > deadline || server.exitCode !== null) {
      throw new UserError("The image didn't become ready; see its output above.");
    }
    await delay(500);
  }
}

async function main() {
  if (process.getuid?.() !== 0) throw new UserError("Building the base requires root.");
  // The base gets the pinned Node.js.
  await ensureInstalled({ ownNode: true });
  const temporary = mkdtempSync(join(tmpdir(), "errata-image-"));
  try {
    makeBase(process.env.IMAGE_BASE ?? join(temporary, "base"));
    makeBuildBase(join(temporary, "tools"));
    buildImage();
    const { version, commit } = await startOnce();
    console.log(`The image ${IMAGE} of Errata ${version}, commit ${commit ?? "unknown"}, works`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

await runScript(main);
