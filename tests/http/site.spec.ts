import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addFile, editBranch, fillRepository } from "../support/repository.ts";
import { expect, test } from "../support/server.ts";
import { createTeam, Member, startTeamErrata } from "../support/team.ts";

const SVG = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";

test("every page of the sample's navigation opens", async ({ request }) => {
  const home = await request.get("/site/docs", { maxRedirects: 0 });
  expect(home.status()).toBe(303);
  const first = await request.get(home.headers().location ?? "");
  const html = await first.text();
  expect(html).toContain("<h1>Introduction</h1>");
  const links = html.slice(html.indexOf("<nav"), html.indexOf("</nav>")).match(/\/site\/[\w/-]+/g);
  expect(links?.length).toBeGreaterThan(40);
  const dead = new Set<string>();
  for (const link of links ?? []) {
    const page = await request.get(link);
    expect(page.status(), link).toBe(200);
    const text = await page.text();
    expect(text).toMatch(/<errata-feedback data-key="pub_[\w-]+"/);
    if (text.includes("<a>")) dead.add(link);
  }
  expect([...dead]).toEqual([]);
});

test("pages allow one script and nothing that Markdown could bring along", async ({ request }) => {
  const answer = await request.get("/site/docs/quickstart");
  const headers = answer.headers();
  const nonce = /script-src 'nonce-([^']+)';/.exec(headers["content-security-policy"] ?? "")?.[1];
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringMatching(/^default-src 'none';.*base-uri 'none'/),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
  });
  const html = await answer.text();
  expect(html.match(/<script\b[^>]*>/g)).toEqual([
    `<script src="/collect.js" nonce="${nonce}" defer>`,
  ]);
  expect(html).not.toMatch(/<[^>]+ (?:style|on\w+)=/);
  const again = (await request.get("/site/docs/quickstart")).headers()["content-security-policy"];
  expect(again).not.toContain(nonce);
  const inbox = (await request.get("/docs/feedback")).headers()["content-security-policy"];
  expect(inbox).toContain("'strict-dynamic'");
});

test("addresses outside of the site are 404, and say so on a page", async ({ errata, request }) => {
  const paths = [
    "/docs/nothing",
    "/docs/LICENSE",
    "/docs/docs.json",
    "/docs/..%2f..%2fetc%2fpasswd",
    "/docs/.git/config",
    "/docs/%00",
    "/docs/%5c..%5cx",
    "/none-such",
    "/none-such/quickstart",
  ];
  for (const path of paths) {
    const answer = await request.get(`/site${path}`);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["content-type"]).toBe("text/html; charset=utf-8");
    expect(await answer.text(), path).toContain("<h1>Page not found</h1>");
  }
  // The address that clients make of this isn't the site's: Errata's own page says so, once its scripts run.
  const outside = await request.get("/site/docs/%2e%2e/%2e%2e/etc/passwd");
  expect(outside.status()).toBe(404);
  expect(await outside.text()).toContain("Page not found");
  // A page that isn't published is found as an item about its file is.
  expect((await request.get("/site/docs/README.md")).status()).toBe(200);
  const foreign = await fetch(`${errata.url}/site/docs/quickstart`, { method: "POST" });
  expect(foreign.status).toBe(405);
});

test("feedback from the site's own form reaches the inbox, and a disabled key removes the form", async ({
  errata,
  request,
}) => {
  const html = await (await request.get("/site/docs/guides/retries")).text();
  const key = /data-key="(pub_[\w-]+)" data-url="([^"]+)"/.exec(html);
  expect(key?.[2]).toBe("/guides/retries");
  const body = { url: key?.[2], helpful: false, comment: "From the sample's site" };
  const send = (origin: string) =>
    request.post(`/v1/collect/${key?.[1]}`, { data: body, headers: { origin } });
  expect((await send("https://elsewhere.example")).status()).toBe(403);
  expect((await send(errata.url)).status()).toBe(202);
  await expect
    .poll(async () => {
      const answer = await request.get(
        "/api/projects/docs/feedback?q=%22From+the+sample%27s+site%22",
      );
      return (await answer.json()).feedback;
    })
    .toMatchObject([{ path: "/guides/retries", status: "pending" }]);

  const keys = await (await request.get("/api/projects/docs/collect/keys")).json();
  expect(keys.keys).toMatchObject([{ name: "Sample site", origins: [errata.url] }]);
  await request.delete(`/api/projects/docs/collect/keys/${key?.[1]}`, {
    headers: { origin: errata.url },
  });
  expect(await (await request.get("/site/docs/quickstart")).text()).not.toContain("pub_");
});

test("previews of a repository of one's own are for people who are signed in", async () => {
  const origin = mkdtempSync(join(tmpdir(), "errata-origin-"));
  fillRepository(origin, "main");
  editBranch(origin, "main", "guide.md", () => "# Guide\n\n![Flow](flow.svg)\n");
  addFile(origin, "main", "flow.svg", SVG);
  const errata = await startTeamErrata({ DOCS_REPOSITORY: origin });
  try {
    const { viewer } = await createTeam(errata);
    const stranger = await new Member(errata).send("/site/docs/guide?x=1");
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get("location")).toBe("/sign-in?next=%2Fsite%2Fdocs%2Fguide");
    // So are pages of a pull request, and no other branch has any.
    const branch = await new Member(errata).send("/site/docs/guide?at=a/b");
    expect(branch.headers.get("location")).toBe(
      "/sign-in?next=%2Fsite%2Fdocs%2Fguide%3Fat%3Da%252Fb",
    );
    expect((await viewer.send("/site/docs/guide?at=main")).status).toBe(404);
    const page = await viewer.send("/site/docs/guide");
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("A preview of the documentation repository.");
    expect(html).toContain('<img src="/site/docs/flow.svg" alt="Flow" loading="lazy" />');
    const image = await viewer.send("/site/docs/flow.svg");
    expect(await image.text()).toBe(SVG);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const etag = image.headers.get("etag") ?? "";
    const again = await viewer.send("/site/docs/flow.svg", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  } finally {
    await errata.close();
    rmSync(origin, { recursive: true, force: true });
  }
});
