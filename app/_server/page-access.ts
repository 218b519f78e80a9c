import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";
import { isAppError } from "../../lib/errors.ts";
import { ADDRESS_HEADER } from "../../lib/http/address.ts";
import {
  type AuthorizedServices,
  currentPerson,
  lacksSecondFactor,
  servicesFor,
} from "../../lib/services.ts";

/**
 * Returns the services for the signed-in person, or redirects to the page for signing in or for setting up
 * the second factor that the role requires, which lead back to the same URL. Runs once per request.
 */
export const requirePerson = cache(async (): Promise<AuthorizedServices> => {
  const services = await requireSignIn();
  if (!(await lacksSecondFactor(services.person))) return services;
  redirect(`/account/second-factor?next=${await currentAddress()}`);
});

/** Returns the services for the signed-in person, who may still have to set up a second factor. */
export async function requireSignIn(): Promise<AuthorizedServices> {
  const sent = await headers();
  const person = await currentPerson(sent);
  if (person) return servicesFor(person);
  const next = await currentAddress();
  const hadSession = (await cookies())
    .getAll()
    .some(({ name }) => name.endsWith("errata.session_token"));
  redirect(`/${hadSession ? "session-ended" : "sign-in"}?next=${next}`);
}

async function currentAddress(): Promise<string> {
  return encodeURIComponent((await headers()).get(ADDRESS_HEADER) ?? "/");
}

/** Returns the services for a page that needs a permission; shows the "forbidden" page without it. */
export async function requirePermission(permission: Permission): Promise<AuthorizedServices> {
  const services = await requirePerson();
  if (!may(services.person.role, permission)) forbidden();
  return services;
}

/** Returns the services for a page of a project; shows the "not found" page if it doesn't exist. */
export async function openProject(projectId: string): Promise<AuthorizedServices> {
  const services = await requirePerson();
  const id = decodeURIComponent(projectId);
  if (!(await services.projects()).some((project) => project.id === id)) notFound();
  await revisionAtStart(id);
  return services;
}

/**
 * Returns the project's revision before anything else of the page was read, so that no change between
 * is missed. Runs once per request. Null while changes can't be watched.
 */
export const revisionAtStart = cache(async (projectId: string) => {
  const { changes } = await requirePerson();
  return changes.revision(projectId);
});

/** Returns the result of `call`; shows the page for what it throws if that is `NotFound` or `Forbidden`. */
export async function resultOrErrorPage<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") notFound();
    if (isAppError(error) && error.code === "forbidden") forbidden();
    throw error;
  }
}
