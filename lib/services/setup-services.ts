import "server-only";
import { createHash } from "node:crypto";
import type { Auth } from "../auth/auth.ts";
import type { Config } from "../config.ts";
import type { DocsCheck } from "../contract/api/docs-rules.ts";
import type { Actor, People } from "../contract/api/people.ts";
import type { Setup, SetupStep } from "../contract/api/setup.ts";
import { NotFound } from "../errors.ts";
import { testConnection } from "../mirror/export/test-connection.ts";
import type { Mirror } from "../mirror/mirror.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { PlatformClient } from "../platform-client/client.ts";
import type { SetupFacts } from "../store/setup-facts.ts";
import type { SampleServices } from "./sample-services.ts";

interface Parts {
  config: Config;
  platform: Pick<EmbeddedPlatform, "collectKeys" | "testAgent"> | null;
  client: PlatformClient;
  mirror: Pick<Mirror, "status">;
  sample: Pick<SampleServices, "isPresent">;
  facts: SetupFacts;
  auth: Pick<Auth, "hasSignIn" | "people" | "audit">;
}

/** What a project needs before it works with the team's own documentation. */
export function setupServices(parts: Parts) {
  const { config, platform, facts } = parts;
  const { audit } = parts.auth;
  const read = async (projectId: string): Promise<Setup> => {
    const known = await facts.read(projectId);
    return {
      steps: await stepsOf(parts, projectId, known),
      isHidden: known.get("hidden") === "yes",
    };
  };
  return {
    read,
    /** The number of steps that are done; null once all of them were, and while the checklist is hidden. */
    progress: async (projectId: string) => {
      const known = await facts.read(projectId);
      if (known.get("hidden") === "yes" || known.has("finished")) return null;
      // Every page of the project requests this, so the end of the setup is stored.
      const steps = await stepsOf(parts, projectId, known);
      const done = steps.filter(({ isDone }) => isDone).length;
      if (done < steps.length) return { done, total: steps.length };
      await facts.write(projectId, "finished", "yes");
      return null;
    },
    setHidden: async (projectId: string, isHidden: boolean, by: Actor) => {
      await audit.record(by, isHidden ? "hid the setup of" : "showed the setup of", projectId);
      await facts.write(projectId, "hidden", isHidden ? "yes" : "no");
      return read(projectId);
    },
    /** Remembers whether the addresses in a project's feedback lead to files of the team's repository. */
    recordCheck: async (projectId: string, { sites, total, matched }: DocsCheck) => {
      if (config.docsRepository === null) return;
      // Without feedback, only the number of pages can be known.
      const isMatched = total > 0 ? 2 * matched >= total : sites.some(({ pages }) => pages > 0);
      await facts.write(projectId, "repository", isMatched ? repositoryOf(config) : "");
    },
    /** Runs the agent's command on a trivial prompt. @throws as `TestAgent` @throws {NotFound} with a hosted platform */
    testAgent: async (projectId: string, by: Actor) => {
      if (!platform)
        throw new NotFound("The hosted platform runs the agent, so there is no command.");
      await audit.record(by, "tested the agent's command in", projectId);
      const test = await platform.testAgent();
      await facts.write(projectId, "agent", test.failure === null ? agentOf(config) : "");
      return test;
    },
    /** Sends one counted request. @throws as `testConnection` @throws {NotFound} with the built-in platform */
    testConnection: async (projectId: string) => {
      const status = await parts.mirror.status(projectId);
      if (status.source === "export") return testConnection(parts.client, projectId, status);
      throw new NotFound(
        "Errata is using the built-in platform, so there is no connection to test.",
      );
    },
  };
}

/** Returns whether each step is done, by what the server has seen itself. */
async function stepsOf(
  { config, platform, mirror, sample, auth }: Parts,
  projectId: string,
  known: ReadonlyMap<string, string>,
): Promise<Setup["steps"]> {
  const team: Step = ["team", auth.hasSignIn && isInvited(await auth.people())];
  if (!platform) {
    const { lastSuccessAt } = await mirror.status(projectId);
    return listed([["platform", lastSuccessAt !== null], team]);
  }
  return listed([
    ["widget", await platform.collectKeys.hasReceivedElsewhere(projectId)],
    ["repository", known.get("repository") === repositoryOf(config)],
    ["agent", known.get("agent") === agentOf(config)],
    team,
    ["sample", !(await sample.isPresent(projectId))],
  ]);
}

type Step = readonly [name: SetupStep, isDone: boolean];

function listed(steps: readonly Step[]): Setup["steps"] {
  return steps.map(([name, isDone]) => ({ name, isDone }));
}

function isInvited({ people, invitations }: People): boolean {
  return people.length + invitations.length > 1;
}

/**
 * Identifies the checked configuration, so that another repository or command is checked again. Contains no
 * credentials.
 */
function repositoryOf({ docsRepository, docsBranch }: Config): string {
  return fingerprint([docsRepository?.location, docsBranch]);
}

function agentOf({ agentCommand, agentSandbox }: Config): string {
  return fingerprint([agentCommand, agentSandbox]);
}

function fingerprint(parts: unknown): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
