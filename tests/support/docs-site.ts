import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { node } from "../../scripts/setup/project.mjs";
import { unconfigured } from "./environment.ts";
import type { Errata } from "./server.ts";

/** A documentation site on another origin, with a strict content security policy. */
export interface DocsSite {
  origin: string;
  key: string;
  close(): Promise<void>;
}

/**
 * Starts a site whose pages load the widget with SRI. Options of the widget are in the query: `?data-code`.
 * `lang`, `dir` and `dark` describe the page, `short` leaves out its text.
 */
export async function startDocsSite(errata: Errata): Promise<DocsSite> {
  const script = await (await fetch(`${errata.url}/collect.js`)).text();
  const integrity = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  let key = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    if (url.pathname === "/site.css") {
      response.setHeader("content-type", "text/css");
      return response.end(CSS);
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", policyFor(errata.url));
    return response.end(pageOf(url, { errata: errata.url, key, integrity }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  key = await createCollectKey(errata, origin);
  return {
    origin,
    key,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Creates a public key like an admin at a command line. */
export function createCollectKey(errata: Errata, origin: string): Promise<string> {
  return runKeys(errata, ["create", "--project", "docs", "--collect", "--origin", origin]);
}

/** Switches the challenge of a public key on or off. */
export async function switchChallenge(errata: Errata, key: string, to: "on" | "off") {
  await runKeys(errata, ["challenge", key, to]);
}

/** Returns what `npm run keys` prints. */
async function runKeys(errata: Errata, parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    node,
    ["--conditions=react-server", "scripts/keys.ts", ...parameters],
    { env: { ...process.env, ...unconfigured, DATA_DIR: errata.dataDir } },
  );
  return stdout.trim();
}

function policyFor(errata: string): string {
  return [
    "default-src 'none'",
    "script-src 'nonce-site' 'strict-dynamic'",
    "style-src 'self'",
    "img-src data:",
    `connect-src ${errata}`,
    `form-action ${errata}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
}

const CSS = `
:root { font: 16px/1.5 system-ui, sans-serif; background: white; color: #222 }
:root[class=dark] { background: #16181d; color: #e6e6e6 }
body { margin: 0 auto; max-width: 44rem; padding: 1rem }
pre { padding: 1rem; border: 1px solid #8888; overflow: auto }
.text { min-height: 120vh }
`;

function pageOf(url: URL, site: { errata: string; key: string; integrity: string }): string {
  const { searchParams: query, pathname } = url;
  const options = [...query].filter(([name]) => name.startsWith("data-"));
  const attributes = options.map(([name, value]) => `${name}="${value}"`).join(" ");
  const collector = `${site.errata}/v1/collect/${site.key}`;
  return `<!doctype html>
<html lang="${query.get("lang") ?? "en"}" dir="${query.get("dir") ?? "ltr"}" class="${query.has("dark") ? "dark" : ""}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page ${pathname}</title>
<link rel="stylesheet" href="/site.css">
<link rel="icon" href="data:,">
<script src="${site.errata}/collect.js" integrity="${site.integrity}" crossorigin nonce="site"
  data-key="${site.key}" ${attributes} defer></script>
<nav><a href="/next">Next page</a></nav>
<main>
  <h1>Page ${pathname}</h1>
  <div class="${query.has("short") ? "" : "text"}"><p>Install it first.</p></div>
  <pre tabindex="0"><code class="language-sh">npm install example</code></pre>
  <noscript>
    <form action="${collector}" method="post">
      <input type="hidden" name="url" value="${pathname}">
      <fieldset>
        <legend>Was this page helpful?</legend>
        <label><input type="radio" name="helpful" value="yes" required> Yes</label>
        <label><input type="radio" name="helpful" value="no"> No</label>
      </fieldset>
      <label>Comment <textarea name="comment"></textarea></label>
      <button>Send</button>
    </form>
  </noscript>
</main>
<footer>The end</footer>
<script nonce="site">
  // Navigates like a framework: the history API, then new content.
  document.querySelector("nav a").addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState({}, "", event.target.href);
    const heading = document.createElement("h1");
    heading.textContent = "Page " + location.pathname;
    document.querySelector("main").replaceChildren(heading);
  });
</script>`;
}
