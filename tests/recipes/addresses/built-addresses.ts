import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { run } from "../../../scripts/setup/processes.mjs";
import { node } from "../../../scripts/setup/project.mjs";
import { packagesOf } from "../../../scripts/setup/recipe-packages.mjs";
import { gitIn } from "../../support/repository.ts";
import type { AddressSite } from "./sites.ts";

/** An address that a generator published, and the file whose page is there. */
export interface PublishedAddress {
  address: string;
  file: string;
}

const PAGE = /\.(?:mdx?|rst|adoc)$/;
/** The line that each page has: its file's path in hexadecimal, which no generator changes. */
const MARK = /errata-file-([0-9a-f]+)-end/g;
/** Also published, but as lists of others. */
const NOT_PAGES = /^(?:SUMMARY|GLOSSARY)\.md$/;

/**
 * Builds a site and returns every address that it published with a page of its own on it. Pages that show several files,
 * such as lists of posts, don't count.
 * @throws Error with the generator's output when the build fails
 */
export async function publishedAddresses(site: AddressSite): Promise<PublishedAddress[]> {
  // Beside the packages: Astro doesn't build with links to them.
  const folder = mkdtempSync(join(packagesOf(site.generator), "site-"));
  try {
    for (const [path, text] of Object.entries(site.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), isPage(path) ? marked(path, text) : text);
    }
    await build(site, folder);
    return addressesIn(join(folder, site.build.output), site.base ?? "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isPage(path: string): boolean {
  return PAGE.test(path) && !NOT_PAGES.test(path.split("/").at(-1) ?? "");
}

function marked(path: string, text: string): string {
  return `${text}\nerrata-file-${Buffer.from(path).toString("hex")}-end\n`;
}

async function build({ generator, build: settings }: AddressSite, site: string): Promise<void> {
  const { program, args, install, folder = "", git = false } = settings;
  const cwd = join(site, folder);
  if (git) {
    gitIn(site, "init", "-q", "-b", "main");
    gitIn(site, "add", "-A");
    gitIn(site, "commit", "-qm", "Site");
  }
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    CI: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
  };
  const script = join(packagesOf(generator), "node_modules", program);
  const { ok, output } = install
    ? await run(program, args, { cwd, env })
    : await run(node, [script, ...args], { cwd, env });
  if (!ok) throw new Error(output);
}

function addressesIn(output: string, base: string): PublishedAddress[] {
  const pages = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: `/${relative(output, path)}`, html: readFileSync(path, "utf8") }));
  const files = new Map(
    pages.flatMap(({ name, html }) => fileIn(html).map((file) => [name, file])),
  );
  return pages.flatMap(({ name, html }) => {
    const file = files.get(name) ?? files.get(redirectIn(html, base));
    return namesOf(name).flatMap((address) =>
      file === undefined ? [] : [{ address: `${base}${encodeURI(address)}`, file }],
    );
  });
}

/** The file that a page was made of; none for one that shows several. */
function fileIn(html: string): string[] {
  const marks = new Set([...html.matchAll(MARK)].map(([, hex = ""]) => hex));
  return marks.size === 1 ? [...marks].map((hex) => Buffer.from(hex, "hex").toString()) : [];
}

/** The page that an alias leads to, as the name of a built file; empty without one. */
function redirectIn(html: string, base: string): string {
  const [, url] = /http-equiv="?refresh"?[^>]*url=([^">]+)/i.exec(html) ?? [];
  if (!url) return "";
  const path = new URL(url, "https://docs.example.com").pathname.slice(base.length);
  return path.endsWith("/") ? `${path}index.html` : path;
}

/** Why a site can't be built here, with the remedy; null if it can. */
export function missingProgram({ build: { program, install } }: AddressSite): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  if (!install || folders.some((folder) => existsSync(join(folder, program)))) return null;
  return `${program} isn't installed. Install it with ${install}.`;
}

/** Web servers answer `/a/index.html` for `/a/` and `/a`, and many of them `/a.html` for `/a`. */
function namesOf(name: string): string[] {
  const folder = name.replace(/index\.html$/, "");
  if (folder === name) return [name, name.replace(/\.html$/, "")];
  return folder === "/" ? ["/", name] : [folder, folder.slice(0, -1), name];
}
