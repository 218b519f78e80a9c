import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trustedAgent } from "./environment.ts";
import { type GitHubServer, openGitHub } from "./github.ts";
import { waitForFirstSync } from "./inbox.ts";
import { fillRepository } from "./repository.ts";
import { type Errata, expect, startErrata } from "./server.ts";

const TOKEN = "ghp_canary0123456789";
const WEBHOOK_SECRET = "0123456789abcdef".repeat(2);
const AGENT = `node -e "require('node:fs').appendFileSync('guide.md', 'right\\n')"`;

export interface ErrataOnGitHub {
  hub: GitHubServer;
  /** The bare repository of `acme/docs`. */
  origin: string;
  errata: Errata;
  /** Sends an event about a pull request as GitHub's webhook does. */
  announce(event: string, number: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts Errata with documentation on a stand-in for GitHub, and an agent that adds a line to it. */
export async function openErrataOnGitHub(): Promise<ErrataOnGitHub> {
  const folder = mkdtempSync(join(tmpdir(), "errata-on-github-"));
  const origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "trunk");
  const hub = await openGitHub(origin, TOKEN);
  const errata = await startErrata({
    env: {
      DOCS_REPOSITORY: "acme/docs",
      GITHUB_TOKEN: TOKEN,
      GITHUB_API_URL: hub.url,
      GITHUB_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...trustedAgent,
      AGENT_COMMAND: AGENT,
    },
  });
  await waitForFirstSync(errata);
  return {
    hub,
    origin,
    errata,
    announce: async (event, number) => {
      const html_url = `${hub.url}/acme/docs/pull/${number}`;
      const pull = { html_url };
      const body = JSON.stringify({ pull_request: pull, issue: { pull_request: pull } });
      const signature = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
      const headers = {
        "content-type": "application/json",
        "x-github-event": event,
        "x-hub-signature-256": `sha256=${signature}`,
      };
      const address = `${errata.url}/api/webhooks/github`;
      const answer = await fetch(address, { method: "POST", headers, body });
      expect(answer.status).toBe(202);
    },
    close: async () => {
      await errata.close();
      await hub.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
