import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../scripts/setup/processes.mjs";
import { node, root } from "../../scripts/setup/project.mjs";
import { unconfigured } from "../support/environment.ts";
import { type Errata, expect, startErrata, test } from "../support/server.ts";

// An agent with a network reaches the dashboard, and what it sends looks like a browser's requests.

let errata: Errata;
test.beforeAll(async () => {
  errata = await startErrata({ env: { AGENT_COMMAND: "node -", AGENT_SANDBOX: "off" } });
});
test.afterAll(() => errata.close());

/** Opens a link as a browser does and returns its cookie; null if it is rejected. */
async function open(link: string): Promise<string | null> {
  const response = await fetch(link, { redirect: "manual" });
  expect([200, 303]).toContain(response.status);
  return response.headers.get("set-cookie")?.split(";", 1)[0] ?? null;
}

const printedLink = () =>
  /open the dashboard here .*: (http\S+\/open\/\S+)/.exec(errata.output())?.[1] ?? "";

/** Runs the command with the folder's name alone: the server was given its address at its start. */
function linkCommand(dataDir: string) {
  const env = { ...process.env, ...unconfigured, DATA_DIR: dataDir };
  const script = ["--conditions=react-server", join(root, "scripts/link.ts")];
  return run(node, script, { env });
}

async function newLink(): Promise<string> {
  const { ok, output } = await linkCommand(errata.dataDir);
  expect(ok, output).toBe(true);
  expect(statSync(join(errata.dataDir, "server.json")).mode & 0o777).toBe(0o600);
  return output.trim();
}

function send(path: string, headers: Record<string, string> = {}, body?: object) {
  return fetch(errata.url + path, {
    method: body ? "POST" : "GET",
    headers: { origin: errata.url, "content-type": "application/json", ...headers },
    body: body && JSON.stringify(body),
    redirect: "manual",
  });
}

test("pages and the API need a browser that has opened a link, which works once", async () => {
  const page = await send("/docs/feedback");
  expect(page.status).toBe(307);
  expect(page.headers.get("location")).toMatch(/^\/sign-in\?/);
  const advice = await (await send("/sign-in")).text();
  expect(advice).toContain("npm run link");
  for (const path of ["/api/projects", "/api/projects/docs/feedback/export?format=csv"]) {
    const response = await send(path);
    expect(response.status, path).toBe(401);
    expect((await response.json()).error.message).toMatch(
      /^This browser hasn't opened Errata yet\. Open/,
    );
  }

  const link = printedLink();
  expect((await fetch(link, { method: "HEAD" })).headers.has("set-cookie")).toBe(false);
  const cookie = await open(link);
  expect(await open(link)).toBeNull();
  expect((await send("/sign-in?link=invalid")).status).toBe(200);
  for (const path of ["/docs/feedback", "/api/projects"]) {
    expect((await send(path, { cookie: cookie ?? "" })).status, path).toBe(200);
  }
  // Opened again in the same browser, a used link still leads to the dashboard.
  const again = await send(new URL(link).pathname, { cookie: cookie ?? "" });
  expect([again.status, again.headers.get("location")]).toEqual([303, "/"]);
  expect(await open(await newLink())).not.toBeNull();
});

test("monitoring and the platform's own keys need no link @thorough", async () => {
  const health = await (await send("/api/health")).json();
  expect(health).toEqual({ status: "ok", version: expect.any(String) });
  expect((await send("/v1/analytics/docs/feedback")).status).toBe(401);
  const cookie = (await open(await newLink())) ?? "";
  const created = await send("/api/projects/docs/keys", { cookie }, { name: "A script" });
  const authorization = `Bearer ${(await created.json()).secret}`;
  expect((await send("/v1/analytics/docs/feedback", { authorization })).status).toBe(200);
});

test("an agent can't merge, create keys, or export addresses as the person", async () => {
  const statuses = join(errata.dataDir, "statuses");
  const script = `
    const send = (path, body) => fetch("${errata.url}" + path, {
      method: body ? "POST" : "GET", body: body && JSON.stringify(body),
      headers: { origin: "${errata.url}", "content-type": "application/json" },
    }).then(({ status }) => status);
    Promise.all([
      send("/pulls/1/merge", {}), send("/api/projects/docs/keys", { name: "mine" }),
      send("/api/projects/docs/feedback/export?format=csv&contacts=true"),
    ]).then((all) => require("fs").writeFileSync("${statuses}", all.join(" ")));`;
  const cookie = (await open(await newLink())) ?? "";
  const created = await send("/api/projects/docs/keys", { cookie }, { name: "Jobs" });
  const authorization = `Bearer ${(await created.json()).secret}`;
  expect((await send("/v2/agent/docs/job", { authorization }, { prompt: script })).status).toBe(
    201,
  );
  await expect
    .poll(() => existsSync(statuses) && readFileSync(statuses, "utf8"))
    .toBe("401 401 401");
});

test("no link is printed where none is needed @thorough", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-link-"));
  const { ok, output } = await linkCommand(dataDir);
  rmSync(dataDir, { recursive: true });
  expect(ok).toBe(false);
  expect(output).toBe("This dashboard opens without a link. Open http://127.0.0.1:3000.\n");
});
