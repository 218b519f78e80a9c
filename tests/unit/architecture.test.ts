import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Who may import whom. What a row does not name is forbidden. */
const mayImport: Record<string, string[]> = {
  "lib/contract": [],
  "lib/text": [],
  "lib/groups": ["lib/text"],
  "lib/noise": [
    "lib/contract",
    "lib/text",
    // A text counts as the same as another one as it does for groups.
    "lib/groups",
    // The signs of a prompt-injection attempt.
    "lib/prompt",
  ],
  // What people set on items, for the browser and the store.
  "lib/item-fields": ["lib/contract", "lib/filters"],
  "lib/outbox": ["lib/contract", "lib/item-fields", "lib/observable"],
  // Reads answers as the platform's client does.
  "lib/embeddings": ["lib/config", "lib/errors", "lib/platform-client", "lib/text"],
  "lib/errors": [],
  "lib/config": ["lib/errors", "lib/text"],
  "lib/version": ["package.json"],
  "package.json": [],
  "lib/log": [],
  "lib/clock": [],
  "lib/mutex": [],
  "lib/bounded-cache": [],
  "lib/pause": [],
  "lib/watchdog": [],
  "lib/observable": [],
  "lib/throttle": [],
  "lib/network": [],
  "lib/filters": ["lib/contract"],
  "lib/prompt": ["lib/contract", "lib/text"],
  "lib/database": ["lib/mutex", "lib/text", "lib/log", "lib/errors", "lib/version"],
  "lib/code-hosts": [
    "lib/contract",
    "lib/errors",
    "lib/config",
    "lib/text",
    "lib/mutex",
    "lib/bounded-cache",
    // Reads Retry-After as the platform's client does.
    "lib/platform-client",
  ],
  "lib/platform": [
    "lib/contract",
    "lib/errors",
    "lib/config",
    "lib/log",
    "lib/clock",
    "lib/database",
    "lib/code-hosts",
    "lib/text",
    "lib/mutex",
    "lib/network",
    "lib/pause",
  ],
  // Renders what it is given: it knows neither git nor the platform.
  "lib/site": ["lib/contract", "lib/text", "lib/pause", "lib/bounded-cache"],
  // Which address of a documentation site leads to which file. It takes files and doesn't use git.
  "lib/docs-site": ["lib/contract", "lib/text", "lib/pause"],
  "lib/platform-client": [
    "lib/contract",
    "lib/errors",
    "lib/log",
    "lib/clock",
    // The request budget is stored.
    "lib/store",
    "lib/database",
  ],
  "lib/store": [
    // A reader's address is stored with the name of its page.
    "lib/docs-site",
    "lib/contract",
    "lib/item-fields",
    "lib/filters",
    "lib/errors",
    "lib/database",
    "lib/clock",
    "lib/text",
    // What the platform is to get is written in turns, and a failure is logged.
    "lib/mutex",
    "lib/log",
    "lib/pause",
  ],
  // Finds similar items in the store by their words and by what they mean.
  "lib/similar": [
    "lib/contract",
    "lib/filters",
    "lib/database",
    "lib/store",
    "lib/groups",
    "lib/embeddings",
    "lib/pause",
  ],
  "lib/mirror": [
    "lib/contract",
    "lib/errors",
    "lib/store",
    "lib/platform-client",
    "lib/log",
    "lib/clock",
    // A failure of the store ends a round; one of a project doesn't.
    "lib/database",
  ],
  "lib/jobs": [
    "lib/contract",
    "lib/errors",
    "lib/prompt",
    "lib/store",
    "lib/platform-client",
    "lib/log",
    "lib/clock",
    "lib/text",
    // A job is named by what its feedback corrects.
    "lib/groups",
  ],
  // Compares what feedback asks for with what a pull request changed. It takes texts and uses neither git nor the store.
  "lib/review": ["lib/contract", "lib/groups", "lib/text"],
  // Who may do what is one table, which the browser reads as well: it stands in the contract.
  "lib/auth": [
    "lib/contract",
    "lib/errors",
    "lib/config",
    "lib/clock",
    "lib/database",
    "lib/network",
  ],
  "lib/http": ["lib/errors", "lib/config", "lib/log", "lib/database"],
  "lib/services": [
    "lib/contract",
    "lib/throttle",
    "lib/bounded-cache",
    "lib/errors",
    "lib/config",
    "lib/version",
    "lib/log",
    "lib/clock",
    "lib/pause",
    "lib/filters",
    "lib/database",
    "lib/code-hosts",
    "lib/platform",
    "lib/platform-client",
    "lib/store",
    "lib/mirror",
    "lib/jobs",
    "lib/auth",
    "lib/site",
    "lib/docs-site",
    "lib/text",
    "lib/embeddings",
    "lib/similar",
    // Entries are scored before the store gets them.
    "lib/noise",
    "lib/review",
    // An item in full says whether it looks like a prompt-injection attempt.
    "lib/prompt",
  ],
  "lib/table-file": ["lib/contract", "lib/text"],
  "lib/widget": ["lib/contract"],
  "lib/live": ["lib/contract"],
  "lib/queries": [
    "lib/contract",
    "lib/item-fields",
    "lib/filters",
    "lib/errors",
    "lib/outbox",
    "lib/observable",
    "lib/live",
  ],
  components: [
    "lib/item-fields",
    "lib/outbox",
    "lib/observable",
    "lib/live",
    "lib/throttle",
    "lib/table-file",
    "lib/queries",
    "lib/filters",
    "lib/prompt",
    "lib/text",
    "lib/errors",
    "lib/contract",
    // What to paste into a site, for the guide.
    "lib/widget",
    "components",
  ],
  app: [
    "app",
    "components",
    "lib/queries",
    "lib/services",
    "lib/site",
    "lib/http",
    "lib/filters",
    "lib/contract",
    "lib/errors",
  ],
  // The proxy shares the host check with the route wrapper.
  // The start tries out the agent's sandbox. The import undoes what the CSV export escaped,
  // and reads dates and votes as the upload does.
  outside: [
    "lib/table-file",
    "lib/contract",
    "lib/config",
    "lib/errors",
    "lib/http",
    "lib/services",
    "lib/platform",
    "lib/text",
    // The start logs what blocks the event loop.
    "lib/watchdog",
    "lib/log",
  ],
};

/** Rooms of the store, of which each may import those before it. */
const STORE_STACK = ["write", "pages", "filter-sql", "counts", "list", "reports"];

/** The client half: nothing here may pull a zod schema into the browser's bundle. */
const schemasAreTypesIn = new Set([
  "lib/queries",
  "components",
  "lib/filters",
  "lib/item-fields",
  "lib/prompt",
  "lib/table-file",
  "lib/widget",
  "lib/live",
]);
const valuesWithoutZod = new Set([
  "lib/contract/platform/entry-limits.ts",
  "lib/contract/api/account-routes.ts",
  "lib/contract/api/erasable-fields.ts",
  "lib/contract/api/item-fields.ts",
  "lib/contract/api/source-names.ts",
  "lib/contract/platform/vocabulary.ts",
  "lib/contract/api/docs-generators.ts",
  "lib/contract/api/export-formats.ts",
  "lib/contract/api/job-states.ts",
  "lib/contract/api/message-states.ts",
  "lib/contract/api/pull-states.ts",
  "lib/contract/api/key-scopes.ts",
  "lib/contract/api/item-segment.ts",
  "lib/contract/api/limits.ts",
  "lib/contract/api/list-limits.ts",
  "lib/contract/api/list-layouts.ts",
  "lib/contract/api/page-sorts.ts",
  "lib/contract/api/routes.ts",
  "lib/contract/api/home-routes.ts",
  "lib/contract/api/item-routes.ts",
  "lib/contract/api/job-routes.ts",
  "lib/contract/api/settings-routes.ts",
  "lib/contract/api/bytes-text.ts",
  "lib/contract/api/verdicts.ts",
  "lib/contract/api/view-routes.ts",
  "lib/contract/api/changes.ts",
  "lib/contract/api/draft-routes.ts",
  "lib/contract/api/start-routes.ts",
  "lib/contract/platform/dates.ts",
  "lib/contract/api/permissions.ts",
]);

interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

const edges = ["lib", "components", "app"].flatMap(sources).concat(topLevel()).flatMap(importsOf);

describe("the rooms", () => {
  test("import only what the table allows", () => {
    const forbidden = edges.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      return here !== there && !mayImport[here]?.includes(there);
    });
    expect(forbidden).toEqual([]);
  });

  test("of the store import downward", () => {
    const levelOf = (file: string) =>
      STORE_STACK.indexOf(/^lib\/store\/([^/]+)\//.exec(file)?.[1] ?? "");
    const upward = edges.filter(
      ({ from, to }) => levelOf(from) >= 0 && levelOf(to) > levelOf(from),
    );
    expect(upward).toEqual([]);
  });

  test("each have a row in the table", () => {
    const rooms = new Set(edges.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]));
    for (const room of rooms) expect(mayImport, `${room} is not in the table`).toHaveProperty(room);
  });

  test("each have a row in CONTRIBUTING.md", () => {
    const table =
      readFileSync("CONTRIBUTING.md", "utf8")
        .match(/^\| `.*? \|/gm)
        ?.join() ?? "";
    const named = [...table.matchAll(/`(lib\/[^`]+)`/g)].map(([, name]) => name);
    const rooms = ["lib", "lib/contract"].flatMap((folder) =>
      readdirSync(folder).map((name) => `${folder}/${name}`),
    );
    expect(named.toSorted()).toEqual(rooms.filter((room) => room !== "lib/contract").toSorted());
  });

  test("have no cycle between files", () => {
    expect(cycles(edges)).toEqual([]);
  });

  test("of the services are loaded once, by what opens them, not again by pages and handlers", () => {
    const values = Map.groupBy(
      edges.filter(({ typeOnly }) => !typeOnly),
      ({ from }) => from,
    );
    const loaded = new Set(sources("app"));
    // Files that are added during the loop are visited as well.
    for (const file of loaded) for (const { to } of values.get(file) ?? []) loaded.add(to);
    const opening = /^lib\/(?:store|platform|mirror|jobs|similar|database\/open)/;
    expect([...loaded].filter((file) => opening.test(file))).toEqual([]);
  });

  test("keep zod schemas out of the browser", () => {
    const values = edges.filter(
      ({ from, to, typeOnly }) =>
        schemasAreTypesIn.has(roomOf(from)) &&
        to.startsWith("lib/contract/") &&
        !valuesWithoutZod.has(to) &&
        !typeOnly,
    );
    expect(values).toEqual([]);
  });

  test("freeze migrations: they import only types of the database", () => {
    const live = edges.filter(
      ({ from, to, typeOnly }) =>
        /\/schema\/(?:first-release|\d{4}-[^/]+)\.ts$/.test(from) &&
        !(typeOnly && dirname(to) === "lib/database"),
    );
    expect(live).toEqual([]);
  });

  test("of the server begin with server-only", () => {
    const open =
      /^lib\/(contract|filters|groups|item-fields|live|noise|outbox|prompt|queries|table-file|text|widget)\/|^lib\/(errors|observable|throttle|embeddings\/sentences)\.ts$/;
    const bare = sources("lib").filter(
      (file) => !open.test(file) && !/^import "server-only";\n/.test(read(file)),
    );
    expect(bare).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function topLevel(): string[] {
  return ["proxy.ts", "instrumentation.ts", ...sources("scripts")];
}

function importsOf(file: string): Edge[] {
  const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;"']*?["'](\.[^"']+)["']/g;
  const dynamic = /import\(\s*["'](\.[^"']+)["']\s*\)/g;
  const text = read(file);
  const found = [...text.matchAll(statement)].map((match) => ({
    to: match[2] ?? "",
    typeOnly: match[1] !== undefined,
  }));
  for (const match of text.matchAll(dynamic)) found.push({ to: match[1] ?? "", typeOnly: false });
  return found.map(({ to, typeOnly }) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), to)),
    typeOnly,
  }));
}

function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  if (file === "package.json") return file;
  if (top === "lib") return `lib/${second.replace(/\.ts$/, "")}`;
  return top === "components" || top === "app" ? top : "outside";
}

function cycles(graph: Edge[]): string[][] {
  const next = Map.groupBy(graph, (edge) => edge.from);
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, trail: string[]) => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file]);
    if (done.has(file) || trail.includes(file)) return;
    for (const edge of next.get(file) ?? []) visit(edge.to, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}
