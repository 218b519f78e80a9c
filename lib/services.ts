import "server-only";
import { assertPermission } from "./auth/role.ts";
import type { Person } from "./contract/api/people.ts";
import type { Permission } from "./contract/api/permissions.ts";
import { AppError, Forbidden, NotFound } from "./errors.ts";
import { type PermittedServices, permittedServices } from "./services/authorized.ts";
import type { Follower } from "./services/change-streams.ts";
import type { Services } from "./services/open.ts";
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

type Open = () => Promise<Services>;

// Instrumentation and handlers are separate bundles without shared module state, hence the global. Handlers import
// nothing that opens the services: each bundle would load all of it again, which took a third of a server's start.
const GLOBAL_KEY: unique symbol = Symbol.for("errata");
const globals: typeof globalThis & {
  [GLOBAL_KEY]?: { open: Open; opened: Promise<Services> | null };
} = globalThis;

/** Facts about this process that don't need its services. */
export interface ProcessInfo {
  version: string;
  commit: string | null;
}

export function processInfo(): ProcessInfo {
  return { version: VERSION, commit: COMMIT };
}

/** Registers how to open this process's services. Called once, before anything requests them. */
export function provideServices(open: Open): void {
  globals[GLOBAL_KEY] ??= { open, opened: null };
}

/** Returns the services of this process. The first call opens them and starts background work. */
export function services(): Promise<Services> {
  const provided = globals[GLOBAL_KEY];
  if (!provided) throw new Error("instrumentation.ts hasn't provided the services.");
  provided.opened ??= provided.open().catch((error: unknown) => {
    // The next call tries again, because the database may be back by then.
    provided.opened = null;
    throw error;
  });
  return provided.opened;
}

/** Replaces the services that requests use. Returns the previous ones. */
export async function replaceServices(next: Services): Promise<Services> {
  const before = await services();
  globals[GLOBAL_KEY] = { open: async () => next, opened: null };
  return before;
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
