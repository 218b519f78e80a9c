import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pinnedVersion } from "../../scripts/setup/pinned-node.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PINNED = pinnedVersion();
const NODE = `node-${process.platform}-${process.arch}`;
const NOTHING_LEFT = { code: 0, output: "" };

/** A package of the registry below: its version is 1.0.0 if the manifest has none. */
interface Package {
  manifest?: Record<string, unknown>;
  files?: Record<string, string>;
}

const code = { "index.js": "", "index.js.map": "{}", "index.d.ts": "" };
const PACKAGES: Record<string, Package> = {
  node: { manifest: { version: PINNED, bin: { node: "bin/node" } } },
  [NODE]: {
    manifest: { version: PINNED },
    files: { "bin/node": `#!/bin/sh\necho v${PINNED}\n`, "include/node.h": "" },
  },
  next: { manifest: { optionalDependencies: { sharp: "1.0.0" } }, files: code },
  sharp: {},
  // The test runner is an optional peer of a package that running needs.
  auth: {
    manifest: {
      peerDependencies: { runner: "1.0.0" },
      peerDependenciesMeta: { runner: { optional: true } },
    },
    files: code,
  },
  runner: {},
};

let folder: string;
let project: string;
let registry: Server;
let packages: typeof PACKAGES;
let answers: (path: string) => boolean;

let prepared: string;

beforeAll(async () => {
  packages = { ...PACKAGES };
  answers = () => true;
  registry = await openRegistry();
  prepared = mkdtempSync(join(tmpdir(), "errata-install-prepared-"));
  [folder, project] = [prepared, join(prepared, "project")];
  cpSync(join(root, "scripts/setup"), join(project, "scripts/setup"), { recursive: true });
  const dependencies = { node: PINNED, next: "1.0.0", auth: "1.0.0" };
  const manifest = { name: "project", dependencies, devDependencies: { runner: "1.0.0" } };
  write(join(project, "package.json"), JSON.stringify(manifest));
  write(
    join(project, "install.mjs"),
    `import { ensureInstalled } from "./scripts/setup/install.mjs";
    import { runScript } from "./scripts/setup/run-script.mjs";
    await runScript(() => ensureInstalled(JSON.parse(process.argv[2])));`,
  );
  expect((await npm("install", "--package-lock-only")).code).toBe(0);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-install-"));
  project = join(folder, "project");
  answers = () => true;
  packages = { ...PACKAGES };
  cpSync(join(prepared, "project"), project, { recursive: true });
});

afterEach(() => {
  registry.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => {
  registry.close();
  rmSync(prepared, { recursive: true, force: true });
});

describe("an installation", () => {
  test("for running has no tools, nor what only they read, and the machine's Node", async () => {
    expect(await install({})).toEqual({
      code: 0,
      output: "Installing what running needs (about a minute)…\n",
    });
    expect(found("next/index.js", "auth/index.js")).toEqual([true, true]);
    expect(
      found("sharp", "runner", "next/index.js.map", "next/index.d.ts", "auth/index.d.ts"),
    ).toEqual([false, false, false, false, false]);
    expect(readlinkSync(installed("node/bin/node"))).toBe(process.execPath);
    expect(version(".bin/node")).toBe(process.version);
    expect(await install({})).toEqual(NOTHING_LEFT);
  });

  test("for development adds the rest, and running needs nothing more @thorough", async () => {
    await install({});
    expect(await install({ dev: true })).toEqual({
      code: 0,
      output: "Installing everything for development (about a minute)…\n",
    });
    expect(found("runner", "next/index.d.ts", "auth/index.js", "sharp")).toEqual([
      ...[true, true, true, false],
    ]);
    expect(await install({ dev: true })).toEqual(NOTHING_LEFT);
    expect(await install({})).toEqual(NOTHING_LEFT);
  });

  test("for development also after npm install, which leaves the packages as they are @thorough", async () => {
    await install({});
    expect((await npm("install", "--ignore-scripts")).code).toBe(0);
    expect(found("runner", "next/index.d.ts")).toEqual([true, false]);
    await install({ dev: true });
    expect(found("runner", "next/index.d.ts")).toEqual([true, true]);
    expect((await install({})).output).toBe("");
  });

  test("by npm itself lacks only a Node @thorough", async () => {
    expect((await npm("ci", "--ignore-scripts")).code).toBe(0);
    const before = lstatSync(installed("next")).ino;
    expect((await install({ dev: true })).code).toBe(0);
    expect(version("node/bin/node")).toBe(process.version);
    expect(lstatSync(installed("next")).ino).toBe(before);
    expect(await install({})).toEqual(NOTHING_LEFT);
  });

  test("that is killed leaves what a server uses, and the next one completes it @thorough", async () => {
    await install({});
    const before = lstatSync(installed("next")).ino;
    answers = (path) => !path.includes("runner");
    const stuck = execFile(process.execPath, script({ dev: true }), { env: environment() });
    await once(registry, "unanswered");
    stuck.kill("SIGKILL");
    await once(stuck, "exit");
    expect(lstatSync(installed("next")).ino).toBe(before);
    answers = () => true;
    expect(await install({})).toEqual(NOTHING_LEFT);
    expect((await install({ dev: true })).code).toBe(0);
    expect(found("runner", "../.setup")).toEqual([true, false]);
  });

  test("that fails says what to do, and leaves what was there", async () => {
    await install({});
    delete packages.runner;
    const { code, output } = await install({ dev: true });
    expect(code).toBe(1);
    expect(output).toMatch(/Check the connection to the npm registry and try again\.\n$/);
    expect(await install({})).toEqual(NOTHING_LEFT);
    expect(found("next/index.js")).toEqual([true]);
  });
});

describe("the project's own Node", () => {
  test("takes the place of the machine's, and stays @thorough", async () => {
    await install({});
    expect((await install({ ownNode: true })).code).toBe(0);
    expect(lstatSync(installed("node/bin/node")).isFile()).toBe(true);
    expect(version(".bin/node")).toBe(`v${PINNED}`);
    expect(found("node/include", `${NODE}/include`)).toEqual([false, false]);
    await install({ dev: true });
    expect(await install({ dev: true, ownNode: true })).toEqual(NOTHING_LEFT);
  });

  test("that doesn't run on the machine leads to the machine's @thorough", async () => {
    packages[NODE] = { ...packages[NODE], files: { "bin/node": "#!/missing\n" } };
    const { code, output } = await install({ ownNode: true });
    expect(code).toBe(1);
    expect(output).toMatch(
      / doesn't run on this machine .*: install Node 24 from .* and try again\.\n$/,
    );
  });
});

/** A registry with the packages above. It emits `unanswered` where `answers` refuses a path. */
async function openRegistry(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (!answers(path)) return server.emit("unanswered");
    const [name = ""] = path.slice(1).split("/", 1);
    const found = packages[name];
    if (!found) return response.writeHead(404).end("{}");
    const archive = pack(name, found);
    if (path.endsWith(".tgz")) return response.end(archive);
    const manifest = manifestOf(name, found);
    const tarball = `http://${request.headers.host}/${name}/-/${name}-${manifest.version}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const versions = { [manifest.version]: { ...manifest, dist: { tarball, integrity } } };
    response.end(JSON.stringify({ name, versions, "dist-tags": { latest: manifest.version } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function manifestOf(name: string, { manifest }: Package) {
  return { name, version: "1.0.0", ...manifest };
}

function pack(name: string, found: Package): Buffer {
  const archived = join(folder, "packages", name);
  write(join(archived, "package/package.json"), JSON.stringify(manifestOf(name, found)));
  for (const [path, content] of Object.entries(found.files ?? {})) {
    write(join(archived, "package", path), content);
  }
  const args = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "-cz", "package"];
  return execFileSync("tar", ["-C", archived, ...args]);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o755 });
}

function environment() {
  const { port } = registry.address() as AddressInfo;
  return {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: join(folder, "cache"),
    npm_config_fetch_retries: "0",
  };
}

function script(extent: { dev?: boolean; ownNode?: boolean }): string[] {
  return [join(project, "install.mjs"), JSON.stringify(extent)];
}

function install(extent: { dev?: boolean; ownNode?: boolean }) {
  return run(process.execPath, script(extent));
}

function npm(...args: string[]) {
  return run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"]);
}

function run(program: string, args: string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: project, env: environment() };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

function installed(path: string): string {
  return join(project, "node_modules", path);
}

function found(...paths: string[]): boolean[] {
  return paths.map((path) => existsSync(installed(path)));
}

function version(path: string): string {
  return execFileSync(installed(path), ["--version"], { encoding: "utf8" }).trim();
}
