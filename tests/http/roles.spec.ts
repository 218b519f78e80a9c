import { expect } from "@playwright/test";
import { may, ROLES } from "../../lib/contract/api/permissions.ts";
import { type Access, filled, METHODS, PAGES, ROUTES } from "../support/routes.ts";
import { Member } from "../support/team.ts";
import { teamTest as test } from "../support/team-fixture.ts";

const VIEWS = "/api/projects/[projectId]/views";

function isOpen(access: Access): access is "everyone" | "key" {
  return access === "everyone" || access === "key";
}

// One test for each address: one for each of its methods takes longer than the requests.
for (const [address, methods] of Object.entries(ROUTES)) {
  test(`each method of ${address} is for whom its table says`, async ({ errata, team }) => {
    const people = { "no one": new Member(errata), ...team };
    for (const method of METHODS) {
      const { access, body } = methods[method] ?? {};
      // A method that an address doesn't have is refused before anyone's role matters.
      const asking = access === undefined ? { admin: team.admin } : people;
      for (const [name, member] of Object.entries(asking)) {
        const role = ROLES.find((known) => known === name);
        // Only who isn't permitted has a reason for another way in.
        const ways =
          name === "admin" ? [filled(address)] : [filled(address), `${filled(address)}.rsc`];
        for (const path of ways) {
          const direct = !path.endsWith(".rsc");
          const sent = method === "GET" ? undefined : (body ?? {});
          const { status } = await member.send(path, { method, body: sent });
          const what = `${name} ${method} ${path}`;
          expect(status, what).toBeLessThan(500);
          if (!direct) {
            if (access !== "everyone") expect(status, what).not.toBe(200);
          } else if (access === undefined) {
            expect(status, what).toBe(405);
          } else if (access === "key") {
            expect([401, 404], what).toContain(status);
          } else if (access === "everyone") {
            expect([401, 403], what).not.toContain(status);
          } else if (!role) {
            expect(status, what).toBe(401);
          } else if (may(role, access)) {
            expect([401, 403, 405], what).not.toContain(status);
          } else {
            expect(status, what).toBe(403);
            // Nothing that was sent is read before that. Who may not add a view for the team may add their own.
            const invalid = method === "GET" || address === VIEWS ? sent : [];
            expect((await member.send(path, { method, body: invalid })).status, what).toBe(403);
          }
        }
      }
    }
  });
}

for (const [address, access] of Object.entries(PAGES)) {
  test(`the page ${address} is for ${access}`, async ({ errata, team }) => {
    await syncedFor(team.admin);
    const secret = await someItemId(team.admin);
    const people = { "no one": new Member(errata), ...team };
    for (const [name, member] of Object.entries(people)) {
      const role = ROLES.find((known) => known === name);
      const path = filled(address);
      const isPermitted = isOpen(access) || (role && may(role, access));
      const ways: { path: string; headers: Record<string, string> }[] = [
        { path, headers: {} },
        { path, headers: { rsc: "1" } },
        { path: `${path}?_rsc=1a2b3`, headers: { rsc: "1", "next-router-prefetch": "1" } },
        { path: `${path === "/" ? "/index" : path}.rsc`, headers: {} },
        { path: `${path === "/" ? "/index" : path}.segments/_tree.segment.rsc`, headers: {} },
      ];
      // Only who isn't permitted has a reason for another way in.
      for (const way of isPermitted ? ways.slice(0, 2) : ways) {
        const answer = await member.send(way.path, { headers: way.headers });
        const text = `${answer.headers.get("location")} ${await answer.text()}`;
        const what = `${name} ${way.path} ${JSON.stringify(way.headers)}`;
        expect(answer.status, what).toBeLessThan(500);
        if (isPermitted) continue;
        expect(text, what).not.toContain(secret);
        expect(text, what).not.toContain("@example.org");
        if (way.path !== path || "rsc" in way.headers) continue;
        if (role) expect(answer.status, what).toBe(403);
        else expect(text, what).toContain("/sign-in?next=");
      }
    }
  });
}

async function syncedFor(member: Member): Promise<void> {
  await expect
    .poll(async () => (await (await member.send("/api/projects/docs/sync")).json()).phase, {
      timeout: 120_000,
    })
    .toBe("following");
}

/** Returns the ID of an item in the inbox. */
async function someItemId(member: Member): Promise<string> {
  const answer = await member.send("/api/projects/docs/feedback?limit=1");
  return (await answer.json()).feedback[0].id;
}

test("the size of a body is limited without a session, too", async ({ errata }) => {
  for (const path of ["/api/auth/sign-in/email", "/api/auth/sign-out", "/api/invitation"]) {
    const body = { email: "a@example.org", password: "x".repeat(2_010_000) };
    const answer = await new Member(errata).send(path, { method: "POST", body });
    expect(answer.status, path).toBe(413);
  }
});

test("deep JSON without a session is refused as the sender's fault", async ({ errata }) => {
  // Smaller than the limit of a sign-in's body.
  const deep = `${"[".repeat(7_000)}${"]".repeat(7_000)}`;
  for (const path of ["/api/auth/sign-in/email", "/api/auth/sign-in/social", "/api/invitation"]) {
    const headers = { origin: errata.url, "content-type": "application/json" };
    const answer = await fetch(errata.url + path, { method: "POST", headers, body: deep });
    expect(answer.status, path).toBe(400);
  }
});

test("a disabled person has no access from the next request on", async ({ errata, team }) => {
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

test("the link of someone else's view says that it is private, and nothing about it", async ({
  team,
}) => {
  const own = { id: "view-of-the-triager", name: "Secret plan", query: "q=zebra" };
  const body = { ...own, isTeam: false, layout: null };
  const made = await team.triager.send("/api/projects/docs/views", { method: "POST", body });
  expect(made.status).toBeLessThan(300);
  const link = `/docs/views/${own.id}`;
  expect((await team.triager.send(link)).headers.get("location")).toContain("q=zebra");
  const answer = await team.viewer.send(link);
  const text = await answer.text();
  expect(answer.status).toBe(403);
  expect(text).toContain("This view is private");
  expect(text).not.toMatch(/Secret plan|zebra/);
  expect((await team.viewer.send("/docs/views/no-such-view")).status).toBe(404);
});
