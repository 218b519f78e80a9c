import "server-only";
import { config } from "./config.ts";
import type { Actor, Person } from "./contract/api/people.ts";
import { AppError, NotFound } from "./errors.ts";
import type { EmbeddedPlatform } from "./platform/platform.ts";
import { type PermittedServices, permittedServices } from "./services/authorized.ts";
import { openAuthOn, openServices, openStoreDatabase, type Services } from "./services/open.ts";
import { openEmbedded } from "./services/source.ts";

export type { Services } from "./services/open.ts";

/** What a person has of the services; whoever asks for more than the role allows is refused. */
export interface AuthorizedServices extends PermittedServices {
  person: Person;
  // Of the configuration only this, as a page may hand what it has to a browser.
  hasSignIn: boolean;
  publicUrl: string;
  /** The hosted platform's address; null for the embedded one. */
  platformUrl: string | null;
  isEmbedded: boolean;
  projects: Services["projects"];
  destination: string;
}

// Instrumentation and handlers are bundled apart and share no module state, hence the global place.
const PLACE: unique symbol = Symbol.for("errata");
const place = globalThis as typeof globalThis & { [PLACE]?: Promise<Services> };

/** The services of this process, opened and at work from the first call on. */
export function services(): Promise<Services> {
  place[PLACE] ??= openServices().catch((error: unknown) => {
    // The next caller tries again: a database that was away may be back.
    place[PLACE] = undefined;
    throw error;
  });
  return place[PLACE];
}

/**
 * Opens the services and ends them with the process. Next is told to leave signals alone: it would go
 * before running agents are ended and leases given back, and an agent in a process group of its own
 * would outlive the server.
 */
export async function runUntilShutdown(): Promise<void> {
  const opened = await services();
  const link = await opened.auth.setupLink();
  if (link)
    console.log(`Errata: create the first admin account here (expires in 24 hours): ${link}`);
  const leave = () => {
    opened.stop().finally(() => process.exit(0));
  };
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
}

/** Who sends a request with these headers; null where nobody signed in. */
export async function currentPerson(headers: Headers): Promise<Person | null> {
  return (await services()).auth.personOf(headers);
}

/**
 * Returns the services for the signed-in person. Each service function checks the person's role.
 * @throws {AppError} `unauthenticated` if no one is signed in
 */
export async function authorize(headers: Headers): Promise<AuthorizedServices> {
  const person = await currentPerson(headers);
  if (!person)
    throw new AppError("unauthenticated", "You're not signed in. Sign in and try again.");
  return servicesFor(person);
}

/**
 * Returns the services for a request about a project.
 * @throws {AppError} `unauthenticated` if no one is signed in
 * @throws {NotFound} if the project doesn't exist
 */
export async function authorizeProject(
  projectId: string,
  headers: Headers,
): Promise<AuthorizedServices> {
  const authorized = await authorize(headers);
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
    publicUrl: opened.config.publicUrl,
    platformUrl: platform.mode === "hosted" ? platform.url : null,
    isEmbedded: opened.platform !== null,
    projects,
    destination,
  };
}

/**
 * The embedded platform alone, for command lines beside a running server, and the record of who did
 * what with it.
 * @throws {InvalidRequest} when a hosted platform is configured
 */
export async function openEmbeddedPlatform(): Promise<{
  platform: EmbeddedPlatform;
  record(by: Actor, action: string, subject: string): Promise<void>;
  close(): Promise<void>;
}> {
  const { platform, close } = await openEmbedded(config());
  return {
    platform,
    close,
    record: async (by, action, subject) => {
      const database = await openStoreDatabase(config());
      try {
        await (await openAuthOn(database, { ...config(), signIn: null })).audit.record(
          by,
          action,
          subject,
        );
      } finally {
        await database.close();
      }
    },
  };
}
