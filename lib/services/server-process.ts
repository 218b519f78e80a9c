import "server-only";
import { type Config, config } from "../config.ts";
import { AppError } from "../errors.ts";
import { processLog } from "../log.ts";
import { provideServices, replaceServices, services } from "../services.ts";
import { openDemo, removeOldDemos, resetHourly } from "./demo.ts";
import { openServices, type Services } from "./open.ts";
import { recordServer, removeServer } from "./running-server.ts";

/**
 * Opens the services and stops them when the process is asked to exit. Next's own signal handling is
 * off: it would exit before agents are stopped and leases released, and agents run in their own
 * process group, so they would outlive the server.
 */
export async function runUntilShutdown(): Promise<void> {
  provideServices(openAndAnnounce);
  if (config().demo) await removeOldDemos(config());
  const opened = await services().catch(endServer);
  if (opened.config.demo) resetHourly(config(), replaceServices);
  const shutdown = async () => {
    await drainRequests();
    const { stop } = await services();
    await Promise.allSettled([stop(), removeServer(opened.config.dataDir)]);
    process.exit(0);
  };
  process.once("SIGINT", shutdown);
  process.once("SIGTERM", shutdown);
}

/** Opens the services, and says how people reach them. */
async function openAndAnnounce(): Promise<Services> {
  const opened = await (config().demo ? openDemo(config()) : openServices());
  await recordServer(opened.config).catch((err: unknown) => {
    processLog().warn({ err }, "npm run link may print the wrong URL");
  });
  const link = await opened.auth.setupLink();
  if (link)
    console.log(`Errata: create the first admin account here (expires in 24 hours): ${link}`);
  warnAboutAgent(opened.config);
  const localLink = await opened.auth.localLink();
  if (localLink)
    console.log(`Errata: open the dashboard here (works once, expires in an hour): ${localLink}`);
  return opened;
}

/** Ends a server that can't start. Next would keep it, and answer every request with an error. */
function endServer(error: unknown): never {
  console.error(error instanceof AppError ? error.message : error);
  process.exit(1);
}

/** Answers the requests that the server has taken, which need the services (scripts/setup/drain.mjs). */
async function drainRequests(): Promise<void> {
  const drain: (() => Promise<void>) | undefined = Reflect.get(
    globalThis,
    Symbol.for("errata.drain"),
  );
  await drain?.();
}

/** Logs which protections against an agent command are turned off. */
function warnAboutAgent(given: Config): void {
  const { agentCommand, docsCheckCommand, agentSandbox, localKey, signIn, platform } = given;
  if ((agentCommand ?? docsCheckCommand) === null || platform.mode === "hosted") return;
  const remedy = "see docs/security.md";
  if (agentSandbox === "off") {
    processLog().warn({ remedy }, "AGENT_SANDBOX=off: the agent can do anything Errata's user can");
  }
  if (!localKey && !signIn) {
    processLog().warn({ remedy }, "LOCAL_KEY=off: the agent can use the dashboard as its admin");
  }
}
