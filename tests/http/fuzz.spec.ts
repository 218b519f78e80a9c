import { expect } from "@playwright/test";
import fc from "fast-check";
import { cases } from "../support/rounds.ts";
import { addresses } from "../support/routes.ts";
import { type Errata, plainTest as test } from "../support/server.ts";
import { createTeam, type Member, startTeamErrata } from "../support/team.ts";
import { type Known, wildRequest } from "../support/wild-requests.ts";

/** Requests for each address. Rendering a page takes ten times as long as answering a route. */
const REQUESTS = { "route.ts": cases(8), "page.tsx": cases(2) };
const CONCURRENT_REQUESTS = 8;

let errata: Errata;
let admin: Member;
let known: Known;

test.beforeAll(async () => {
  test.setTimeout(900_000);
  errata = await startTeamErrata();
  ({ admin } = await createTeam(errata));
  known = await whatThereIs(admin);
});

test.afterAll(async () => errata.close());

for (const file of ["route.ts", "page.tsx"] as const) {
  test(`wild requests, ${REQUESTS[file]} to each ${file}, end in no failure of the server`, async () => {
    test.setTimeout(900_000);
    const seed = Date.now();
    let accepted = 0;
    for (const [index, address] of addresses(file).entries()) {
      // Each has its own seed: with the same one, the requests to all pages are equally wild, and none may be accepted.
      const sample = { numRuns: REQUESTS[file], seed: seed + index };
      const requests = fc.sample(wildRequest(address, known), sample);
      const failures: string[] = [];
      const send = async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const { method, path, body, type } = next;
          const answer = await fetch(errata.url + path, {
            method,
            body,
            redirect: "manual",
            headers: {
              cookie: admin.cookie,
              origin: errata.url,
              ...(type ? { "content-type": type } : {}),
            },
          });
          await answer.body?.cancel();
          if (answer.status < 300) accepted += 1;
          if (answer.status >= 500) failures.push(`${answer.status} ${JSON.stringify(next)}`);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, send));
      expect(failures, `${address}, seed ${sample.seed}`).toEqual([]);
    }
    // Many requests were accepted, and the server still answers.
    expect(accepted).toBeGreaterThan(addresses(file).length * REQUESTS[file] * 0.1);
    expect((await admin.send("/api/me")).status).toBe(200);
    expect(errata.output()).not.toContain('"level":50');
  });
}

/** An entry, a job and a pull request, so that requests reach what is behind them. */
async function whatThereIs(member: Member): Promise<Known> {
  const read = async (path: string) => (await member.send(`/api/projects/docs/${path}`)).json();
  await expect.poll(async () => (await read("sync")).phase, { timeout: 120_000 }).toBe("following");
  const feedbackId: string = (await read("feedback?limit=1")).feedback[0].id;
  const intent = { intentKey: "wild-0001", prompt: "Fix it.", feedbackIds: [feedbackId] };
  const path = "/api/projects/docs/jobs";
  const made = await member.send(path, { method: "POST", body: intent });
  const { job } = await made.json();
  await expect
    .poll(async () => (await read(`jobs/${job.id}`)).job.platformStatus, { timeout: 120_000 })
    .toBe("completed");
  return { projectId: "docs", feedbackId, jobId: job.id, number: "1" };
}
