import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";
import { recipesFor, type Snippet } from "../../lib/widget/recipes.ts";
import { run } from "../../scripts/setup/processes.mjs";
import { node, root } from "../../scripts/setup/project.mjs";
import { packagesOf } from "../../scripts/setup/recipe-packages.mjs";
import { createCollectKey, type DocsSite } from "../support/docs-site.ts";
import type { Errata } from "../support/server.ts";
import type { GENERATORS } from "./generators.ts";

type Generator = (typeof GENERATORS)[number];

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Builds the generator's fixture with its recipe, exactly as Settings shows it, and serves it on another origin.
 * @throws Error with the generator's output when the build fails
 */
export async function startBuiltSite(errata: Errata, generator: Generator): Promise<DocsSite> {
  // Beside the packages: Astro doesn't build with links to them.
  const folder = mkdtempSync(join(packagesOf(generator.id), "site-"));
  const output = join(folder, generator.build.output);
  const server = createServer((request, response) => answer(output, errata.url, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const key = await createCollectKey(errata, origin);
    writeFixture(folder, generator, { server: errata.url, key });
    await buildSite(folder, generator, origin);
    return { origin, key, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function writeFixture(
  folder: string,
  { id, configure }: Generator,
  installation: Parameters<typeof recipesFor>[0],
): void {
  const recipe = recipesFor(installation).find((each) => each.id === id);
  if (!recipe) throw new Error(`${id} has no recipe.`);
  cpSync(join(root, "tests/recipes/fixtures", id), folder, { recursive: true });
  const files = [
    [fileOf(recipe.widget), configure(recipe.widget.code)],
    [fileOf(recipe.form), recipe.form.code],
  ] as const;
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // Both can be parts of the same file.
    appendFileSync(join(folder, file), `${text}\n\n`);
  }
}

/** Returns the path of the file to edit, without what to know about it. */
function fileOf({ file }: Snippet): string {
  return file.split(",", 1).join();
}

async function buildSite(folder: string, { id, build }: Generator, origin: string): Promise<void> {
  const { program, args, install } = build;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    CI: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    SITE_URL: origin,
  };
  const script = join(packagesOf(id), "node_modules", program);
  const { ok, output } = install
    ? await run(program, args, { cwd: folder, env })
    : await run(node, [script, ...args], { cwd: folder, env });
  if (!ok) throw new Error(output);
}

/** Serves a file, under a policy that allows the site itself and what docs/collect.md says. */
function answer(
  folder: string,
  errata: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  const candidates = [pathname, `${pathname}.html`, `${pathname}/index.html`];
  for (const candidate of candidates) {
    const file = join(folder, candidate);
    const content = contentOf(file);
    if (content === null) continue;
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    response.setHeader("content-security-policy", policyFor(errata));
    response.end(content);
    return;
  }
  response.writeHead(404).end();
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function policyFor(errata: string): string {
  return [
    "default-src 'self'",
    // The generators' own inline scripts and styles.
    `script-src 'self' 'unsafe-inline' ${errata}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${errata}`,
    `form-action ${errata}`,
  ].join("; ");
}
