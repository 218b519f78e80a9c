import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { may, ROLES } from "../../lib/contract/api/permissions.ts";
import { addresses, METHODS, type Need, PAGES, ROUTES } from "../support/routes.ts";
import type { Errata } from "../support/server.ts";
import { createTeam, Member, startTeamErrata } from "../support/team.ts";

const test = base.extend<object, { errata: Errata; team: Awaited<ReturnType<typeof createTeam>> }>({
  errata: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
    async ({}, use) => {
      const errata = await startTeamErrata();
      await use(errata);
      await errata.close();
    },
    { scope: "worker", timeout: 130_000 },
  ],
  team: [async ({ errata }, use) => use(await createTeam(errata)), { scope: "worker" }],
});

test("every address is in the tables, and nothing else", () => {
  expect(addresses("route.ts")).toEqual(Object.keys(ROUTES).toSorted());
  expect(addresses("page.tsx")).toEqual(Object.keys(PAGES).toSorted());
});

test("handlers that people reach ask who they are", () => {
  const open = Object.entries(ROUTES)
    .filter(([, methods]) => Object.values(methods).every((need) => !isOpen(need)))
    .map(([address]) => readFileSync(join("app", address, "route.ts"), "utf8"))
    .filter((text) => !/from ".*_server\/routes\.ts"/.test(text));
  expect(open).toEqual([]);
});

/** An address of that form, with things that exist where that matters and names that do not. */
function filled(address: string): string {
  return address
    .replace("[projectId]", "docs")
    .replace("[number]", "99999")
    .replace(/\[\.\.\.\w+\]/, "nothing/there")
    .replaceAll(/\[\w+\]/g, "none-such");
}

function isOpen(need: Need): need is "everybody" | "key" {
  return need === "everybody" || need === "key";
}

for (const [address, methods] of Object.entries(ROUTES)) {
  for (const method of METHODS) {
    const need = methods[method];
    test(`${method} ${address} is for ${need ?? "nobody"}`, async ({ errata, team }) => {
      const people = { nobody: new Member(errata), ...team };
      for (const [name, member] of Object.entries(people)) {
        const role = ROLES.find((known) => known === name);
        for (const path of [filled(address), `${filled(address)}.rsc`]) {
          const direct = !path.endsWith(".rsc");
          const body = method === "GET" ? undefined : {};
          const { status } = await member.send(path, { method, body });
          const told = `${name} ${path}`;
          expect(status, told).toBeLessThan(500);
          if (!direct || need === undefined) {
            expect(status, told).not.toBe(200);
          } else if (need === "key") {
            expect([401, 404], told).toContain(status);
          } else if (need === "everybody") {
            expect([401, 403], told).not.toContain(status);
          } else if (!role) {
            expect(status, told).toBe(401);
          } else if (may(role, need)) {
            expect([401, 403], told).not.toContain(status);
          } else {
            expect(status, told).toBe(403);
          }
        }
      }
    });
  }
}

for (const [address, need] of Object.entries(PAGES)) {
  test(`the page ${address} is for ${need}`, async ({ errata, team }) => {
    await allMirroredFor(team.admin);
    const secret = await someEntry(team.admin);
    const people = { nobody: new Member(errata), ...team };
    for (const [name, member] of Object.entries(people)) {
      const role = ROLES.find((known) => known === name);
      const path = filled(address);
      const ways: { path: string; headers: Record<string, string> }[] = [
        { path, headers: {} },
        { path, headers: { rsc: "1" } },
        { path: `${path}?_rsc=1a2b3`, headers: { rsc: "1", "next-router-prefetch": "1" } },
        { path: `${path === "/" ? "/index" : path}.rsc`, headers: {} },
        { path: `${path === "/" ? "/index" : path}.segments/_tree.segment.rsc`, headers: {} },
      ];
      for (const way of ways) {
        const answer = await member.send(way.path, { headers: way.headers });
        const text = `${answer.headers.get("location")} ${await answer.text()}`;
        const told = `${name} ${way.path} ${JSON.stringify(way.headers)}`;
        expect(answer.status, told).toBeLessThan(500);
        if (isOpen(need) || (role && may(role, need))) continue;
        expect(text, told).not.toContain(secret);
        expect(text, told).not.toContain("@example.org");
        if (way.path !== path || "rsc" in way.headers) continue;
        if (role) expect(answer.status, told).toBe(403);
        else expect(text, told).toContain("/sign-in?next=");
      }
    }
  });
}

async function allMirroredFor(member: Member): Promise<void> {
  await expect
    .poll(async () => (await (await member.send("/api/projects/docs/sync")).json()).phase, {
      timeout: 30_000,
    })
    .toBe("following");
}

/** The identifier of an entry that stands in the inbox. */
async function someEntry(member: Member): Promise<string> {
  const answer = await member.send("/api/projects/docs/feedback?limit=1");
  return (await answer.json()).feedback[0].id;
}

test("nobody makes the server read a body without end", async ({ errata }) => {
  for (const path of ["/api/auth/sign-in/email", "/api/auth/sign-out", "/api/invitation"]) {
    const body = { email: "a@example.org", password: "x".repeat(2_010_000) };
    const answer = await new Member(errata).send(path, { method: "POST", body });
    expect(answer.status, path).toBe(413);
  }
});

test("a session's check is asked of the server each time", async ({ errata, team }) => {
  const leaver = new Member(errata);
  const body = { email: "leaver@example.org", role: "viewer" };
  const made = await team.admin.send("/api/people/invitations", { method: "POST", body });
  await leaver.accept((await made.json()).link, "Leaver");
  const { person } = await (await leaver.send("/api/me")).json();
  const change = { method: "PATCH", body: { disabled: true } };
  expect((await team.admin.send(`/api/people/${person.id}`, change)).status).toBe(200);
  expect((await leaver.send("/api/me")).status).toBe(401);
  const page = await leaver.send("/docs/feedback?q=token");
  expect(page.headers.get("location") ?? (await page.text())).toContain(
    "/session-ended?next=%2Fdocs%2Ffeedback%3Fq%3Dtoken",
  );
});
