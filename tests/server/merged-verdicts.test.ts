import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createProposedVerdicts } from "../../lib/services/proposed-verdicts.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { agentThat } from "../support/agents.ts";
import { openTestStore } from "../support/databases.ts";
import { openGitHub } from "../support/github.ts";
import { GITLAB_PROJECT, openGitLab } from "../support/gitlab.ts";
import { mirrored, openLedger, processOnce } from "../support/ledger.ts";
import { fillRepository } from "../support/repository.ts";
import { openWorkshop, pullNumber } from "../support/workshop.ts";

const TOKEN = "canary0123456789";
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Where pull requests are: how Errata reaches it, and how someone merges one there. */
interface Host {
  environment: Record<string, string>;
  /** Left out where that is done in Errata. */
  merge?: (number: number) => void;
}

const HOSTS: Record<string, (origin: string) => Promise<Host>> = {
  "the built-in host": async (origin) => ({ environment: { DOCS_REPOSITORY: origin } }),
  GitHub: async (origin) => {
    const hub = await openGitHub(origin, TOKEN);
    closing.push(hub.close);
    const hosted = { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: hub.url };
    return { environment: hosted, merge: (number) => hub.settle(number, "merged") };
  },
  GitLab: async (origin) => {
    const lab = await openGitLab(origin, TOKEN);
    closing.push(lab.close);
    return {
      environment: {
        DOCS_REPOSITORY: `${lab.url}/${GITLAB_PROJECT}`,
        GITLAB_TOKEN: TOKEN,
        GITLAB_URL: lab.url,
      },
      merge: (number) => {
        const request = lab.requests.find(({ iid }) => iid === number);
        if (request) request.state = "merged";
      },
    };
  },
};

const corrects = agentThat(async ({ folder }) => {
  const file = join(folder, "guide.md");
  writeFileSync(file, readFileSync(file, "utf8").replace("wrong", "right"));
  return { summary: "Corrected a word." };
});

test.each(Object.keys(HOSTS))(
  "a merge on %s resolves what the job's page shows as addressed",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "errata-merged-"));
    closing.push(async () => rmSync(folder, { recursive: true, force: true }));
    const origin = join(folder, "docs.git");
    mkdirSync(origin);
    fillRepository(origin, "trunk");
    const host = await HOSTS[name]?.(origin);
    const shop = await openWorkshop({ environment: host?.environment, agent: corrects });
    closing.push(shop.close);
    shop.jobs.start();
    const database = await openTestStore({ name: "sqlite" }, "merged");
    closing.push(database.close);
    await mirrored(database, "docs", [
      { id: "fixed", path: "/guide", comment: '"wrong" should be "right"' },
      { id: "left", path: "/guide", comment: '"four words of it" should be "others"' },
      { id: "vote", path: "/guide", source: "thumbs_only", helpful: false },
      { id: "chosen", path: "/guide", comment: '"three words more" should be "others"' },
    ]);
    const clock = { now: () => Date.now() };
    const jobs = openLedger(database, {
      clock,
      readPull: shop.host.readPull,
      client: {
        createJob: (project, prompt) => shop.jobs.create(project, prompt),
        retrieveJob: async (project, id) => {
          const job = await shop.jobs.retrieve(project, id);
          if (!job) throw new Error("no job");
          return job;
        },
        sendMessage: () => Promise.reject(new Error("not sent")),
      },
      proposedVerdicts: createProposedVerdicts({
        pulls: shop.host.pulls,
        evidence: createFeedbackStore(database).evidence,
        clock,
      }),
    });
    const ids = ["fixed", "left", "vote", "chosen"];
    const asked = { intentKey: "intent-0001", prompt: "Fix /guide", feedbackIds: ids };
    const { id } = (await jobs.create("docs", asked)).job;
    const until = (isThere: (job: Awaited<ReturnType<typeof processOnce>>) => boolean) =>
      vi.waitFor(
        async () => {
          await jobs.checkNow("docs", id);
          const job = await processOnce(jobs, "docs", id);
          if (!isThere(job)) throw new Error(`not there: ${job.platformStatus} ${job.prState}`);
          return job;
        },
        { timeout: 60_000, interval: 200 },
      );
    const { prLink } = await until(({ prState }) => prState === "open");
    // A person's verdict comes before a proposed one.
    await database.query
      .insertInto("job_verdict")
      .values({
        project_id: "docs",
        job_id: id,
        feedback_id: "chosen",
        verdict: "addressed",
        set_at: 1,
        by_name: "Ann",
      })
      .execute();
    if (host?.merge) host.merge(Number(/\d+$/.exec(prLink ?? "")?.[0]));
    else await shop.host.pulls.merge(pullNumber({ prLink }));
    const { suggestedTriage } = await until(({ prState }) => prState === "merged");
    expect(suggestedTriage).toEqual({ kind: "resolve", count: 3, returned: 1 });
    const other = { count: 4, returned: 0 };
    await expect(jobs.applySuggestedTriage("docs", id, null, other)).rejects.toMatchObject({
      code: "conflict",
    });
    await jobs.applySuggestedTriage("docs", id, null, { count: 3, returned: 1 });
    const rows = await database.query
      .selectFrom("feedback")
      .select(["id", "team_status"])
      .execute();
    expect(Object.fromEntries(rows.map((row) => [row.id, row.team_status]))).toEqual({
      fixed: "resolved",
      left: "pending",
      vote: "resolved",
      chosen: "resolved",
    });
  },
);
