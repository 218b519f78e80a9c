import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { currentCommit } from "../../scripts/setup/build-record.mjs";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { testDistDir } from "../support/build.ts";
import { expect, startErrata, test } from "../support/server.ts";

const METRICS_TOKEN = "0123456789abcdef0123456789abcdef";
const GITBOOK_WEBHOOK_SECRETS = `elsewhere=${METRICS_TOKEN}`;
test.use({
  environment: { METRICS_TOKEN, DOCS_REPOSITORY: "/none/such", GITBOOK_WEBHOOK_SECRETS },
});

test("a started Errata is healthy, and says how each project stands", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", projects: [{ id: "docs" }] });
});

test("an idle connection stays open longer than proxies keep it for the next request", async ({
  errata,
}) => {
  const { headers } = await fetch(`${errata.url}/healthz`);
  const [, seconds] = /^timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

test("probes say that it runs, that it can save, and which version it is", async ({
  request,
  errata,
}) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const commit = currentCommit(testDistDir) || null;
  const answers = await Promise.all(
    ["/healthz", "/readyz"].map(async (path) => (await request.get(path)).json()),
  );
  expect(answers).toEqual([
    { status: "ok", version, commit },
    { status: "ready", version, warnings: expect.any(Array) },
  ]);
  expect(errata.output()).toContain(
    `Errata: starting version ${version}, commit ${commit ?? "unknown"}\n`,
  );
  expect(await (await request.get("/settings")).text()).toContain(
    commit === null ? version : `${version} (${commit.slice(0, 8)})`,
  );
  expect(await (await request.get("/api/health")).json()).toMatchObject({ version });
});

test("metrics count requests by route, under any host, for those who have the token", async ({
  request,
}) => {
  expect((await request.get("/metrics")).status()).toBe(401);
  const visited = ["/docs/feedback?q=ada", "/docs/jobs/none-such", "/v1/collect/none-such"];
  for (const path of visited) await request.get(path);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, host: "10.0.0.7:3000" };
  const answer = await request.get("/metrics", { headers });
  expect(answer.headers()["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  const metrics = await answer.text();
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(metrics).toContain(`errata_info{version="${version}"} 1`);
  expect(metrics).toMatch(/errata_items\{project="docs"\} \d+/);
  for (const route of ["/[projectId]/feedback", "/[projectId]/jobs/[jobId]", "/v1/collect/[key]"]) {
    expect(metrics).toContain(`_count{route="${route}",method="GET"`);
  }
  expect(metrics).not.toMatch(/none-such|ada/);
});

test("being ready doesn't need the repository or a known project for a secret, but says so", async ({
  request,
  errata,
}) => {
  await expect
    .poll(async () => (await (await request.get("/readyz")).json()).warnings)
    .toEqual([
      "DOCS_REPOSITORY can't be used for agent jobs. The server log says why.",
      "GITBOOK_WEBHOOK_SECRETS has a secret for a project that doesn't exist.",
    ]);
  expect(errata.output()).toMatch(/DOCS_REPOSITORY can't be used/);
  expect(errata.output()).toMatch(/"elsewhere".*GITBOOK_WEBHOOK_SECRETS has a secret/);
});

test("being ready means that both databases took a write", async ({ request, errata }) => {
  const probes = [
    ["errata.sqlite", "select count(*) from lease where name = 'readiness'"],
    ["platform.sqlite", "select count(*) from platform_budget where budget = 'probe'"],
  ].map(([file = "", count = ""]) => ({ database: new SQLite(join(errata.dataDir, file)), count }));
  try {
    for (const { database, count } of probes) {
      database.exec(count.replace("select count(*)", "delete"));
    }
    await expect
      .poll(async () => {
        expect((await request.get("/readyz")).status()).toBe(200);
        return probes.map(({ database, count }) => database.prepare(count).pluck().get());
      })
      .toEqual([1, 1]);
  } finally {
    for (const { database } of probes) database.close();
  }
});

test("trouble with the platform is told, and is no trouble of this server", async () => {
  const hosted = await startErrata({
    env: {
      PLATFORM_URL: `http://127.0.0.1:${await freePort()}`,
      PLATFORM_API_KEY: "errata_nobody-is-there",
      PLATFORM_PROJECTS: "docs=Docs,more=More",
    },
  });
  try {
    await expect
      .poll(async () => (await (await fetch(`${hosted.url}/api/health`)).json()).projects)
      .toEqual([
        { id: "docs", items: 0, problem: "platform_unreachable" },
        { id: "more", items: 0, problem: "platform_unreachable" },
      ]);
  } finally {
    await hosted.close();
  }
});

test("only this user can read what the server writes", ({ errata: { dataDir } }) => {
  const paths = [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))];
  expect(paths.filter((path) => statSync(path).mode & 0o077)).toEqual([]);
});
