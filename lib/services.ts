import "server-only";
import { assertPermission } from "./auth/role.ts";
import { systemClock } from "./clock.ts";
import { type Config, config } from "./config.ts";
import type { Actor, Person } from "./contract/api/people.ts";
import type { Permission } from "./contract/api/permissions.ts";
import { AppError, Forbidden, InvalidRequest, NotFound } from "./errors.ts";
import { processLog } from "./log.ts";
import type { EmbeddedPlatform } from "./platform/platform.ts";
import { type PermittedServices, permittedServices } from "./services/authorized.ts";
import type { Follower } from "./services/change-streams.ts";
import { closeOnFailure } from "./services/close-on-failure.ts";
import { assertUpdated } from "./services/database-check.ts";
import { openDemo, removeOldDemos, resetHourly } from "./services/demo.ts";
import { forgetReader } from "./services/forget-reader.ts";
import { type ImportServices, importServices } from "./services/import-services.ts";
import {
  openAuthOn,
  openDataFolder,
  openServices,
  openStoreDatabase,
  type Services,
} from "./services/open.ts";
import { readServer, recordServer, removeServer } from "./services/running-server.ts";
import { openEmbedded } from "./services/source.ts";
import { COMMIT, VERSION, versionText } from "./version.ts";

export type { Services } from "./services/open.ts";

/** The services for one person, and what pages show of the configuration. */
export interface AuthorizedServices extends PermittedServices {
  person: Person;
  // The only parts of the configuration that a page may pass to the browser.
  hasSignIn: boolean;
  hasPasskeys: boolean;
  publicUrl: string;
  /** The hosted platform's address; null for the embedded one. */
  platformUrl: string | null;
  isBuiltIn: boolean;
  /** Whether everyone may read, and nobody may change anything. */
  isDemo: boolean;
  /** Whether `DOCS_REPOSITORY` is set. Otherwise, the built-in platform has the sample's repository. */
  hasOwnRepository: boolean;
  /** Whether `AGENT` or `AGENT_COMMAND` is set. Otherwise, the built-in platform has the sample agent. */
  hasOwnAgent: boolean;
  projects: Services["projects"];
  destination: string;
  /** With its commit, as text for people. */
  version: string;
}

// Instrumentation and handlers are separate bundles without shared module state, hence the global.
const GLOBAL_KEY: unique symbol = Symbol.for("errata");
const globals: typeof globalThis & { [GLOBAL_KEY]?: Promise<Services> } = globalThis;

/** What is known of this process without its services. */
export interface ProcessInfo {
  version: string;
  commit: string | null;
}

export function processInfo(): ProcessInfo {
  return { version: VERSION, commit: COMMIT };
}

/** Returns the services of this process. The first call opens them and starts background work. */
export function services(): Promise<Services> {
  globals[GLOBAL_KEY] ??= (config().demo ? openDemo(config()) : openServices()).catch(
    (error: unknown) => {
      // The next call tries again, because the database may be back by then.
      globals[GLOBAL_KEY] = undefined;
      throw error;
    },
  );
  return globals[GLOBAL_KEY];
}

/**
 * Opens the services and stops them when the process is asked to exit. Next's own signal handling is
 * off: it would exit before agents are stopped and leases released, and agents run in their own
 * process group, so they would outlive the server.
 */
export async function runUntilShutdown(): Promise<void> {
  if (config().demo) await removeOldDemos(config());
  const opened = await services().catch(endServer);
  if (opened.config.demo) resetHourly(config(), replaceServices);
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
  const shutdown = async () => {
    await drainRequests();
    const { stop } = await services();
    await Promise.allSettled([stop(), removeServer(opened.config.dataDir)]);
    process.exit(0);
  };
  process.once("SIGINT", shutdown);
  process.once("SIGTERM", shutdown);
}

/** Makes requests use other services from now on. Returns the ones before. */
async function replaceServices(next: Services): Promise<Services> {
  const before = await services();
  globals[GLOBAL_KEY] = Promise.resolve(next);
  return before;
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

/** Returns the person whose session is in the headers; null if no one is signed in. */
export async function currentPerson(headers: Headers): Promise<Person | null> {
  return (await services()).auth.personOf(headers);
}

/**
 * Returns the services for the signed-in person. Each service function checks the person's role.
 * @param needs checked already here, so that nothing that was sent is read for someone who may not send it
 * @throws {AppError} `unauthenticated` if no one is signed in
 * @throws {Forbidden} without the permission, or if the person has to set up a second factor first
 */
export async function authorize(
  headers: Headers,
  needs: Permission = "read",
): Promise<AuthorizedServices> {
  const authorized = await authorizeSetup(headers);
  if (await lacksSecondFactor(authorized.person)) {
    throw new Forbidden(
      "Your role requires two-factor authentication. Open Errata in a browser and set it up first.",
    );
  }
  assertPermission(authorized.person, needs);
  return authorized;
}

/**
 * Returns the services for the signed-in person, who may still have to set up a second factor. Only for
 * doing that.
 * @throws {AppError} `unauthenticated` if no one is signed in
 */
export async function authorizeSetup(headers: Headers): Promise<AuthorizedServices> {
  const person = await currentPerson(headers);
  if (!person) throw new AppError("unauthenticated", await signInAdvice());
  return servicesFor(person);
}

/** Returns whether the person has to set up a second factor before anything else. */
export async function lacksSecondFactor(person: Person): Promise<boolean> {
  return (await services()).auth.lacksSecondFactor(person);
}

async function signInAdvice(): Promise<string> {
  return (await services()).auth.hasLocalKey
    ? "This browser hasn't opened Errata yet. Open the link that Errata printed when it started, or run npm run link for a new one."
    : "You're not signed in. Sign in and try again.";
}

/**
 * Returns the services for a request about a project.
 * @throws as `authorize`
 * @throws {NotFound} if the project doesn't exist
 */
export async function authorizeProject(
  projectId: string,
  headers: Headers,
  needs: Permission = "read",
): Promise<AuthorizedServices> {
  const authorized = await authorize(headers, needs);
  const projects = await authorized.projects();
  if (projects.some(({ id }) => id === projectId)) return authorized;
  throw new NotFound("This project doesn't exist or was deleted.");
}

/** Returns the services with the permissions of `person`. */
export async function servicesFor(person: Person): Promise<AuthorizedServices> {
  const opened = await services();
  const { projects, destination } = opened;
  const { platform } = opened.config;
  return {
    ...permittedServices(person, opened),
    person,
    hasSignIn: opened.auth.hasSignIn,
    hasPasskeys: opened.auth.hasPasskeys,
    publicUrl: opened.config.publicUrl,
    platformUrl: platform.mode === "hosted" ? platform.url : null,
    isBuiltIn: opened.platform !== null,
    isDemo: opened.config.demo,
    hasOwnRepository: opened.config.docsRepository !== null,
    hasOwnAgent: opened.config.agentCommand !== null,
    projects,
    destination,
    version: versionText(VERSION, COMMIT),
  };
}

/** Returns who follows changes until the session in the headers ends, or the person's role changes. */
export function followerOf({ id, role }: Person, sent: Headers): Follower {
  const headers = new Headers(sent);
  return {
    personId: id,
    isAllowed: async () => {
      const person = await currentPerson(headers);
      return person?.id === id && person.role === role;
    },
  };
}

/**
 * Creates a link that opens the local dashboard, for the command beside the server. The running server's
 * address and protection count; without one, those of the configuration.
 * @throws {InvalidRequest} if the dashboard needs no link, {Conflict} if the database is of another version,
 *   {NotFound} if there is none
 */
export async function createLocalLink(): Promise<string> {
  const settings = config();
  const { publicUrl, hasSignIn, localKey } = (await readServer(settings.dataDir)) ?? {
    ...settings,
    hasSignIn: settings.signIn !== null,
  };
  if (hasSignIn) {
    throw new InvalidRequest(
      `This dashboard has sign-in, so it needs no link. Open ${publicUrl} and sign in.`,
    );
  }
  if (!localKey) {
    throw new InvalidRequest(`This dashboard opens without a link. Open ${publicUrl}.`);
  }
  await assertUpdated(settings);
  const database = await openStoreDatabase(settings);
  try {
    const auth = await openAuthOn(database, { ...settings, signIn: null, localKey, publicUrl });
    return String(await auth.localLink());
  } finally {
    await database.close();
  }
}

/**
 * Removes a reader's address from everything that is stored, and from what is synced and imported
 * later. Runs beside the server.
 * @returns the number of changed rows
 * @throws {InvalidRequest} if it isn't an email address, {Conflict} if the databases are of another version,
 *   {NotFound} if there are none
 */
export async function forgetReaderByAddress(address: string, by: Actor): Promise<number> {
  const settings = config();
  await assertUpdated(settings);
  await openDataFolder(settings.dataDir);
  const store = await openStoreDatabase(settings);
  try {
    const { audit } = await openAuthOn(store, { ...settings, signIn: null });
    const embedded =
      settings.platform.mode === "embedded" ? await openEmbedded(settings, store) : null;
    const platform = embedded?.platform ?? null;
    const places = { store, platform, clock: systemClock, audit };
    const forgotten = { address, by, subject: "a reader" };
    return await forgetReader(places, forgotten).finally(() => embedded?.close());
  } finally {
    await store.close();
  }
}

/**
 * Opens the built-in platform and the audit log, for commands that run beside the server.
 * @param mayBeNew whether databases are created if there are none
 * @throws {InvalidRequest} if a hosted platform is configured, {Conflict} if the databases are of another version,
 *   {NotFound} if there are none
 */
export async function openEmbeddedPlatform(mayBeNew: boolean): Promise<{
  platform: EmbeddedPlatform;
  imports: ImportServices;
  record(by: Actor, action: string, subject: string): Promise<void>;
  close(): Promise<void>;
}> {
  const settings = config();
  await assertUpdated(settings, { mayBeNew });
  await openDataFolder(settings.dataDir);
  const store = await openStoreDatabase(settings);
  const { audit } = await closeOnFailure(store, openAuthOn(store, { ...settings, signIn: null }));
  const { platform, close } = await closeOnFailure(store, openEmbedded(settings, store));
  const people = async () => [];
  return {
    platform,
    imports: importServices({ store, platform, clock: systemClock, audit, people }),
    close: async () => {
      await close();
      await store.close();
    },
    record: audit.record,
  };
}
