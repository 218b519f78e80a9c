import { describe, expect, test } from "vitest";
import type { Role } from "../../lib/contract/api/permissions.ts";
import type { PullRequest } from "../../lib/contract/api/pull-request.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { servicesFor } from "../support/feedback-services.ts";
import { openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

const ADDRESS = "reader@example.org";

describe("jobs, pull requests, and settings that quote an address", () => {
  const rig = openLedgerRig({ name: "sqlite" });

  const servicesOf = (role: Role) => {
    const pull = { body: `From ${ADDRESS}`, files: [{ path: `guides/${ADDRESS}.md` }] };
    return servicesFor(role, {
      jobs: { ...rig.jobs, report: async () => ({ output: `read ${ADDRESS}` }) },
      pulls: { get: async () => pull as PullRequest },
      settings: createSettingsStore({ database: rig.database, clock: { now: () => rig.now } }),
    });
  };

  test("reach a viewer with the address masked, and a triager in full", async () => {
    const quoting = { ...request(), prompt: `# Fix /guides/${ADDRESS}\nA reader: ${ADDRESS}` };
    const { job } = await rig.jobs.create(PROJECT, quoting);
    await createSettingsStore({ database: rig.database, clock: { now: () => rig.now } }).change(
      PROJECT,
      {
        instructions: `Ask ${ADDRESS}`,
        templates: [{ id: "a", name: "A", goal: `As ${ADDRESS}`, text: `By ${ADDRESS}` }],
      },
    );
    const answers = async (role: Role) => {
      const { jobs, pulls, settings } = servicesOf(role);
      return {
        list: await jobs.list(PROJECT),
        get: await jobs.get(PROJECT, job.id),
        checkNow: await jobs.checkNow(PROJECT, job.id),
        report: await jobs.report(PROJECT, job.id),
        pull: await pulls.get(1),
        settings: await settings.read(PROJECT),
      };
    };
    for (const [name, answer] of Object.entries(await answers("viewer"))) {
      expect(JSON.stringify(answer), name).not.toContain("reader@");
      expect(JSON.stringify(answer), name).toContain("r•••@example.org");
    }
    for (const [name, answer] of Object.entries(await answers("triager"))) {
      expect(JSON.stringify(answer), name).toContain(ADDRESS);
    }
    expect((await servicesOf("viewer").jobs.get(PROJECT, job.id)).prompt).toContain(
      "# Fix /guides/r•••@",
    );
  });
});
