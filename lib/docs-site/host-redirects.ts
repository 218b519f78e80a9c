import "server-only";
import { parseData } from "./config/data-file.ts";
import { entriesAt, listAt, textAt, valueAt } from "./config/values.ts";
import type { Redirect } from "./generators/generator.ts";
import { sourcesAndDestinations } from "./generators/paths.ts";
import { nameOf, type Tree } from "./tree.ts";

// Rules of https://docs.netlify.com/manage/routing/redirects/redirect-options/,
// https://developers.cloudflare.com/pages/configuration/redirects/, https://vercel.com/docs/project-configuration,
// https://firebase.google.com/docs/hosting/full-config, and https://github.com/heroku/heroku-buildpack-static.

const FILES =
  /(?:^|\/)(?:_redirects|layouts\/index\.redir(?:ects)?|netlify\.toml|(?:vercel|firebase|static)\.json)$/;
/** Most files of hosts. */
const MAX_FILES = 20;

/**
 * Reads what the hosts of a repository's sites redirect, those nearest to the root first. Redirects that depend on who
 * asks are left out, and so is a page that is shown at every address.
 * @param isExample whether a folder only shows something
 */
export async function hostRedirects(
  tree: Tree,
  isExample: (path: string) => boolean,
): Promise<Redirect[]> {
  const depth = (path: string) => path.split("/").length;
  const files = tree.files
    .map(({ path }) => path)
    .filter((path) => FILES.test(path) && !isExample(path))
    .toSorted((one, other) => depth(one) - depth(other));
  const found: HostRule[] = [];
  for (const path of files.slice(0, MAX_FILES)) {
    const text = await tree.text(path);
    if (text !== null) found.push(...rulesOf(nameOf(path), text));
  }
  return found.filter(leadsToPage);
}

interface HostRule extends Redirect {
  /** Whether the new page is shown at the old address. */
  isRewrite: boolean;
}

function rulesOf(name: string, text: string): HostRule[] {
  // Hugo's template also has such lines. Aliases of pages are read from the pages themselves.
  if (/redir/.test(name)) return text.split("\n").flatMap(ruleOfLine);
  const config = parseData(name, text);
  if (name === "netlify.toml") return listAt(config, "redirects").flatMap(ruleOfNetlify);
  if (name === "static.json") return entriesAt(config, "redirects").flatMap(ruleOfHeroku);
  const places = name === "vercel.json" ? [config] : listAt(config, "hosting");
  return places.flatMap((place) =>
    [["redirects", "301"] as const, ["rewrites", "200"] as const].flatMap(([key, status]) =>
      // `/**` is Firebase's `/*`.
      sourcesAndDestinations(place, key).flatMap(({ from, to }) =>
        rule(from.replace(/\*\*$/, "*"), to, status),
      ),
    ),
  );
}

/** `/old/* /new/:splat 301!`. What follows are conditions, such as `Language=de`. */
function ruleOfLine(line: string): HostRule[] {
  const words = line.slice(0, MAX_LINE).trim().split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith("#"));
  const [from = "", to = "", status, ...conditions] = comment < 0 ? words : words.slice(0, comment);
  return conditions.length === 0 ? rule(from, to, status) : [];
}

/** Most characters of a line. */
const MAX_LINE = 4_000;

function ruleOfNetlify(value: unknown): HostRule[] {
  const isConditional =
    valueAt(value, "conditions") !== undefined || valueAt(value, "query") !== undefined;
  const status = valueAt(value, "status");
  return isConditional
    ? []
    : rule(textAt(value, "from") ?? "", textAt(value, "to") ?? "", String(status ?? ""));
}

function ruleOfHeroku([from, value]: [string, unknown]): HostRule[] {
  return rule(from, textAt(value, "url") ?? "", String(valueAt(value, "status") ?? ""));
}

function rule(from: string, to: string, status = ""): HostRule[] {
  const isAddress = [from, to].every((each) => /^(?:\/|https?:\/\/)/i.test(each));
  const code = status === "" ? "301" : status.replace(/!$/, "");
  return isAddress && /^(?:200|30[12378])$/.test(code)
    ? [{ from, to, isRewrite: code === "200" }]
    : [];
}

const REST = /\*|\(\.\*\)/;

/** A single page for all addresses, as in `/* /index.html 200`, says nothing about which file an address is. */
function leadsToPage({ from, to, isRewrite }: HostRule): boolean {
  const isOne = REST.test(from) && !/[*$]|\/:[a-z_]/i.test(to);
  const isWholeHost = /^(?:https?:\/\/[^/]+)?\/(?:\*|\(\.\*\)|:\w+(?:\*|\(\.\*\)))$/i.test(from);
  return !(isOne && (isRewrite || isWholeHost));
}
