import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { node } from "../../scripts/setup/project.mjs";
import { anyEngine } from "../support/databases.ts";
import { givesBack, spellingCheck } from "../support/gives-back.ts";
import { gitIn } from "../support/repository.ts";
import { openWorkshop, pullNumber, runJob, settled, type Workshop } from "../support/workshop.ts";

const script = fileURLToPath(new URL("../support/killed-job-process.ts", import.meta.url));

/** Adds a misspelled word to a page, and corrects it when the new problems are given back. It keeps its prompts. */
const AGENT = `
cat > "$0.prompt"
cat "$0.prompt" >> "$0.prompts"
echo >> "$0.prompts"
if sed "1,/^# New prompt/d" "$0.prompt" | grep -q "^Fix the new problems"; then sed -i s/teh/the/ quickstart.mdx; $WHEN_GIVEN_BACK
else sed -i "1i teh word" quickstart.mdx; $WHEN_FIRST
fi
echo '{"errata":{"usage":{"input":1,"output":1,"cached":0},"cost_usd":0.6}}'
`;

describe.each(anyEngine)("new problems that are given back to the agent on $name", (engine) => {
  let shop: Workshop;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "errata-agent-"));
  });
  afterEach(async () => {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (
    environment: Record<string, string> = {},
    when: { first?: string; givenBack?: string } = {},
  ) => {
    const place = join(folder, "agent.sh");
    const text = AGENT.replace("$WHEN_GIVEN_BACK", when.givenBack ?? "").replace(
      "$WHEN_FIRST",
      when.first ?? "",
    );
    writeFileSync(place, text);
    const all = {
      AGENT_COMMAND: `sh ${place}`,
      DOCS_CHECK_COMMAND: spellingCheck,
      ...environment,
    };
    const settings = { leaseDuration: 300, interval: 50 };
    shop = await openWorkshop({ engine, environment: all, leashOf: givesBack, settings });
    const prompts = () => readFileSync(`${place}.prompts`, "utf8");
    return {
      place,
      prompts,
      environment: { ...all, DATA_DIR: shop.dataDir, AGENT_SANDBOX: "off" },
    };
  };
  const messages = () =>
    shop.database.query
      .selectFrom("platform_job_message")
      .select(["prompt", "from_checks", "done_at"])
      .orderBy("id")
      .execute();
  const report = (id: string) => shop.jobs.report("docs", id);

  test("are fixed in the same pull request, and what that costs counts", async () => {
    const { prompts } = await open();
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Fix /quickstart");
    expect(job.status).toBe("completed");
    expect(await report(job.id)).toMatchObject({
      failure: null,
      problems: [],
      check: { state: "passed", problems: [] },
      givenBackAt: expect.any(Number),
    });
    expect((await messages()).map(({ from_checks: given }) => given)).toEqual([null, 1]);
    expect(prompts()).toContain("> quickstart.mdx:1: Spelling:Did you really mean teh?\n");
    expect((await shop.jobs.usage([job.id])).get(job.id)?.cost).toBeCloseTo(1.2);
    const pull = await shop.host.pulls.get(pullNumber(job));
    expect(pull?.commits).toHaveLength(2);
    expect(gitIn(shop.origin, "show", `${pull?.branch}:quickstart.mdx`)).toMatch(/^the word\n/);
    // Once for each job: a person's next prompt isn't followed by another one.
    await shop.jobs.message("docs", job.id, "Again");
    await settled(shop.jobs, job.id);
    expect((await report(job.id))?.check?.state).toBe("problems");
    expect(await messages()).toHaveLength(3);
  });

  test.each([
    ["before what the check found is stored", '\\"state\\":\\"problems\\"', "before"],
    ["before the prompt with the problems is committed @thorough", 'from_checks"}}}', "after"],
  ])("are given back once by the next process if one is killed %s", async (_, text, moment) => {
    const { environment } = await open();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    const given = { environment, location: shop.database.location, text, moment };
    const child = spawn(node, ["--conditions=react-server", script, JSON.stringify(given)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    expect(await messages()).toHaveLength(1);
    shop.jobs.start();
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect((await messages()).map(({ from_checks: given }) => given)).toEqual([null, 1]);
    expect((await report(id))?.check?.state).toBe("passed");
  });

  test("leave the change as it is if the agent fails then, or has no money left", async () => {
    await open({}, { givenBack: "exit 3" });
    shop.jobs.start();
    const job = await runJob(shop.jobs, "Fix /quickstart");
    expect(job.status).toBe("completed");
    expect((await shop.host.pulls.get(pullNumber(job)))?.commits).toHaveLength(1);
    expect((await report(job.id))?.failure).toMatch(
      /^The agent was asked to fix the problems .*, and couldn't\. .*code 3/,
    );
    await shop.close();
    await open({ AGENT_JOB_BUDGET: "0.5" });
    shop.jobs.start();
    const poor = await runJob(shop.jobs, "Fix /quickstart");
    expect(poor.status).toBe("completed");
    expect((await report(poor.id))?.failure).toContain("Raise AGENT_JOB_BUDGET");
  });

  test("aren't given back for a job that someone stopped", async () => {
    const first = 'echo "[gone](./gone.md)" >> quickstart.mdx; touch "$0.ready"; exec sleep 1000';
    const { place } = await open({}, { first });
    shop.jobs.start();
    const { id } = await shop.jobs.create("docs", "Fix /quickstart");
    await vi.waitFor(() => expect(existsSync(`${place}.ready`)).toBe(true), 60_000);
    await shop.jobs.stopAgent("docs", id, "keep");
    expect(await settled(shop.jobs, id)).toMatchObject({ status: "completed" });
    expect((await report(id))?.problems).toHaveLength(1);
    expect(await messages()).toHaveLength(1);
  });
});
