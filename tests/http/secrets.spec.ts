import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD_CANARY, testDistDir } from "../support/build.ts";
import { waitForFirstSync } from "../support/inbox.ts";
import { filled, PAGES, ROUTES } from "../support/routes.ts";
import { expect, startErrata, test } from "../support/server.ts";

test.use({ environment: { LOG_LEVEL: "trace" } });

test("a key in the build environment is not in the build output", () => {
  const files = readdirSync(testDistDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("/cache"),
  );
  expect(files.length).toBeGreaterThan(100);
  const leaked = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(BUILD_CANARY));
  expect(leaked).toEqual([]);
});

test("the dashboard's own key is not in any page, response, or log", async ({
  errata,
  request,
}) => {
  await waitForFirstSync(errata);
  // The dashboard's key is created with its first job.
  const list = await request.get("/api/projects/docs/feedback?limit=1");
  const [item] = (await list.json()).feedback;
  const job = { intentKey: "secrets-0001", prompt: "Fix it.", feedbackIds: [item.id] };
  const headers = { origin: errata.url };
  const created = await request.post("/api/projects/docs/jobs", { data: job, headers });
  expect(created.ok()).toBe(true);
  const file = join(errata.dataDir, "dashboard.key");
  await expect.poll(() => existsSync(file)).toBe(true);
  const key = readFileSync(file, "utf8").trim();
  expect(key).toMatch(/^errata_/);
  const reads = Object.keys(ROUTES).filter((path) => ROUTES[path]?.GET);
  const seen: string[] = [];
  for (const address of [...Object.keys(PAGES), ...reads]) {
    for (const rsc of ["", "1"]) {
      const headers: Record<string, string> = rsc ? { rsc } : {};
      const response = await fetch(errata.url + filled(address), { headers });
      const sent = JSON.stringify(Object.fromEntries(response.headers));
      seen.push(`${sent} ${await textOf(response)}`);
    }
  }
  expect(seen.some((text) => text.includes("Errata dashboard"))).toBe(true);
  expect([...seen, errata.output()].filter((text) => text.includes(key))).toEqual([]);
});

/** Returns the body, and of one that never ends, its first part. */
async function textOf(response: Response): Promise<string> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!isStream) return response.text();
  const reader = response.body?.getReader();
  const part = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(part?.value);
}

test("a key that the platform rejects is named in the inbox", async ({ errata: platform }) => {
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: "errata_not-a-key",
      PLATFORM_PROJECTS: "docs=Hosted Docs",
    },
  });
  try {
    const inbox = async () => (await fetch(`${dashboard.url}/docs/feedback`)).text();
    await expect.poll(inbox, { timeout: 120_000 }).toMatch(/<main.*Check PLATFORM_API_KEY/s);
  } finally {
    await dashboard.close();
  }
});
