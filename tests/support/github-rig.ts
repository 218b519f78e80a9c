import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type Leash, leash } from "../../lib/contract/api/leash.ts";
import type { Agent, NamedAgent } from "../../lib/platform/agent/agent.ts";
import { type GitHubServer, openGitHub } from "./github.ts";
import { fillRepository } from "./repository.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

export const TOKEN = "ghp_canary0123456789";

/** A correction that the sample agent can apply to the repository. */
export const FIX = '/guide: "wrong" should be "right"';

interface GitHubRig {
  /** Removed after the test. */
  folder: string;
  /** The bare repository of `acme/docs`. */
  origin: string;
  hub: GitHubServer;
  /** Set by `begin` or by a test. */
  shop: Workshop;
  /** Closed after the test. */
  opened: (() => Promise<void>)[];
  /** Starts a workshop on `acme/docs`. */
  begin(run?: Agent, environment?: Record<string, string>, rules?: Partial<Leash>): Promise<void>;
}

/** Creates a fake GitHub with a repository before each test of the file. */
export function openGitHubRig(): GitHubRig {
  const begin: GitHubRig["begin"] = async (run, environment = {}, rules = {}) => {
    const agent: NamedAgent | undefined = run && { model: "test-agent", run };
    const hosted = { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN };
    const common = { ...hosted, GITHUB_API_URL: rig.hub.url };
    const leashOf = async () => leash.parse({ allowed: ["**"], ...rules });
    rig.shop = await openWorkshop({ environment: { ...common, ...environment }, agent, leashOf });
    rig.opened.push(rig.shop.close);
    rig.shop.jobs.start();
  };
  // The other fields are set before each test.
  const rig = { opened: [], begin } as Partial<GitHubRig> as GitHubRig;
  beforeEach(async () => {
    rig.folder = mkdtempSync(join(tmpdir(), "errata-github-"));
    rig.origin = join(rig.folder, "docs.git");
    mkdirSync(rig.origin);
    fillRepository(rig.origin, "trunk");
    rig.hub = await openGitHub(rig.origin, TOKEN);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const close of rig.opened.splice(0)) await close();
    await rig.hub.close();
    rmSync(rig.folder, { recursive: true, force: true });
    // All requests and responses conform to GitHub's description.
    expect(rig.hub.problems).toEqual([]);
  });
  return rig;
}
