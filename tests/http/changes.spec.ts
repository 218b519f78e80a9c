import { expect } from "@playwright/test";
import { STREAM_LIMITS } from "../../lib/contract/api/changes.ts";
import { followChanges } from "../support/change-stream.ts";
import { type Errata, plainTest as test } from "../support/server.ts";
import { createTeam, Member, startTeamErrata } from "../support/team.ts";

let errata: Errata;
let team: Awaited<ReturnType<typeof createTeam>>;

test.beforeAll(async () => {
  errata = await startTeamErrata();
  team = await createTeam(errata);
  const phase = async () => (await (await team.admin.send("/api/projects/docs/sync")).json()).phase;
  await expect.poll(phase, { timeout: 120_000 }).toBe("following");
});
test.afterAll(() => errata.close());

/** Sets the status of an item, as a triager. */
async function decide(status: "pending" | "resolved"): Promise<void> {
  const path = "/api/projects/docs/feedback";
  const { feedback } = await (await team.triager.send(`${path}?limit=1`)).json();
  const body = { ids: [feedback[0].id], set: { status } };
  expect((await team.triager.send(path, { method: "PATCH", body })).status).toBe(200);
}

test("a viewer's stream announces what others change, through proxies that compress", async () => {
  const stream = await followChanges(errata, { cookie: team.viewer.cookie });
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  expect(stream.headers.get("content-encoding")).toBeNull();
  await expect.poll(() => stream.revisions.length).toBe(1);
  await decide("resolved");
  await expect.poll(() => stream.revisions.length).toBeGreaterThan(1);
  stream.close();
});

test("a stream ends with its session, before it announces anything else", async () => {
  const leaver = new Member(errata);
  const body = { email: "leaver@example.org", role: "viewer" };
  const made = await team.admin.send("/api/people/invitations", { method: "POST", body });
  await leaver.accept((await made.json()).link, "Leaver");
  const stream = await followChanges(errata, { cookie: leaver.cookie });
  await expect.poll(() => stream.revisions.length).toBe(1);
  const { person } = await (await leaver.send("/api/me")).json();
  const disabled = { method: "PATCH", body: { disabled: true } };
  expect((await team.admin.send(`/api/people/${person.id}`, disabled)).status).toBe(200);
  const known = stream.revisions.length;
  await decide("pending");
  await expect.poll(() => stream.isEnded).toBe(true);
  expect(stream.revisions).toHaveLength(known);
  expect((await followChanges(errata, { cookie: leaver.cookie })).status).toBe(401);
});

test("a person can open a limited number of streams, and those that were closed don't count", async () => {
  const { cookie } = team.viewer;
  const open = Array.from({ length: STREAM_LIMITS.perPerson }, () =>
    followChanges(errata, { cookie }),
  );
  const streams = await Promise.all(open);
  const refused = await followChanges(errata, { cookie });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await team.viewer.send("/api/projects/docs/sync")).status).toBe(200);
  for (const stream of streams) stream.close();
  await expect.poll(async () => (await followChanges(errata, { cookie })).status).toBe(200);
});

test("a server stops with streams open, and a client that missed nothing hears nothing", async () => {
  const { cookie } = team.viewer;
  const stream = await followChanges(errata, { cookie });
  await expect.poll(() => stream.revisions.length).toBe(1);
  await errata.restart();
  await expect.poll(() => stream.isEnded).toBe(true);
  const last = stream.revisions.at(-1) ?? "";
  const returning = await followChanges(errata, { cookie, last });
  const fresh = await followChanges(errata, { cookie });
  await expect.poll(() => fresh.revisions).toEqual([last]);
  expect(returning.revisions).toEqual([]);
});
