import "server-only";
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";
import { realPath } from "../../config/agent-sandbox.ts";
import type { Command } from "../../config/command-line.ts";

/** The folders that a sandbox shows besides the checkout. All paths are absolute. */
export interface SandboxView {
  /** Folders that the agent can read, in addition to the system's. */
  folders: readonly string[];
  /** Folders of Errata that stay hidden even inside a visible one: its data, and its `.env`. */
  hidden: readonly string[];
}

const SYSTEM = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"],
  ...["/nix/store", "/run/current-system/sw"],
];

/** The parts of `/etc` that programs need, without keys, accounts, and other programs' settings. */
const SETTINGS = [
  ...["resolv.conf", "hosts", "host.conf", "nsswitch.conf", "gai.conf", "services", "protocols"],
  ...["ssl/certs", "ssl/openssl.cnf", "ca-certificates.conf", "pki/tls/certs", "pki/ca-trust"],
  ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "os-release", "mime.types"],
  ...["localtime", "timezone", "locale.alias", "fonts", "terminfo", "magic"],
].map((name) => `/etc/${name}`);

/** Returns bubblewrap's arguments that show the system, the program, and the view's folders. */
export function visibleFolders(command: Command, view: SandboxView): string[] {
  const visible = [...SYSTEM, ...view.folders];
  const masks = view.hidden.flatMap((folder) => placesOf(realPath(folder), view.folders));
  return [
    ...SYSTEM.flatMap(systemFolder),
    ...SETTINGS.flatMap((path) => ["--ro-bind-try", path, path]),
    ...view.folders.flatMap((path) => ["--ro-bind", path, path]),
    ...masks.flatMap((folder) => ["--tmpfs", folder]),
    ...shownProgram(process.execPath, visible),
    ...shownProgram(findProgram(command[0]), visible),
  ];
}

/**
 * Returns the program and those of its arguments that exist as files but that the sandbox hides, so
 * that the start can say so.
 */
export function hiddenFiles([program, ...args]: Command, view: SandboxView): string[] {
  const visible = [...SYSTEM, ...view.folders];
  const files = args.filter((path) => isAbsolute(path) && existsSync(path));
  const isHidden = (path: string) => !isInside(path, visible) || !isInside(realPath(path), visible);
  const missing = findProgram(program) === null && !program.includes(sep) ? [program] : [];
  return [...missing, ...files.filter(isHidden)];
}

function systemFolder(path: string): string[] {
  if (!existsSync(path)) return [];
  // Most systems link /bin to /usr/bin.
  return lstatSync(path).isSymbolicLink()
    ? ["--symlink", readlinkSync(path), path]
    : ["--ro-bind", path, path];
}

/**
 * Shows one program outside the visible folders: the file and the link that leads to it, not their
 * folders, which can be someone's home. A program of a Node package gets the packages around it.
 */
function shownProgram(program: string | null, visible: readonly string[]): string[] {
  if (program === null) return [];
  const real = realPath(program);
  const packages = real.indexOf(`${sep}node_modules${sep}`);
  const shown = packages === -1 ? real : real.slice(0, packages + "/node_modules".length);
  return [
    ...(isInside(real, visible) ? [] : ["--ro-bind", shown, shown]),
    ...(program === real || isInside(program, [...visible, shown])
      ? []
      : ["--symlink", real, program]),
  ];
}

/** Finds a program as `execvp` does. Null if there is none, and for one inside the checkout. */
export function findProgram(name: string): string | null {
  if (name.includes(sep)) return isAbsolute(name) && existsSync(name) ? name : null;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Returns the folder in which a script's `node` is found: the one of this process. */
export const NODE_FOLDER = dirname(process.execPath);

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder + sep));
}

/**
 * Returns the paths at which the sandbox shows a folder. One of `folders` can be a link: it shows what
 * is behind it at the link's own path.
 */
function placesOf(folder: string, folders: readonly string[]): string[] {
  const behind = folders.flatMap((shown) => {
    const real = realPath(shown);
    return isInside(folder, [real]) ? [join(shown, relative(real, folder))] : [];
  });
  return [...new Set([...(isInside(folder, SYSTEM) ? [folder] : []), ...behind])];
}
