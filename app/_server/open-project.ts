import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { may, type Permission } from "../../lib/contract/api/permissions.ts";
import { isAppError } from "../../lib/errors.ts";
import { ADDRESS_HEADER } from "../../lib/http/address.ts";
import { type AuthorizedServices, currentPerson, servicesFor } from "../../lib/services.ts";

/**
 * The services for whoever opens a page. Who did not sign in is asked to first, and comes back to
 * the same address; once for each request, however many parts of a page ask.
 */
export const requirePerson = cache(async (): Promise<AuthorizedServices> => {
  const sent = await headers();
  const person = await currentPerson(sent);
  if (person) return servicesFor(person);
  const next = encodeURIComponent(sent.get(ADDRESS_HEADER) ?? "/");
  const hadSession = (await cookies())
    .getAll()
    .some(({ name }) => name.endsWith("errata.session_token"));
  redirect(`/${hadSession ? "session-ended" : "sign-in"}?next=${next}`);
});

/** The same for a page that not everybody may open; the "forbidden" page for the others. */
export async function requirePermission(permission: Permission): Promise<AuthorizedServices> {
  const services = await requirePerson();
  if (!may(services.person.role, permission)) forbidden();
  return services;
}

/** The services for a page of a project; the "not found" page where there is no such project. */
export async function openProject(projectId: string): Promise<AuthorizedServices> {
  const services = await requirePerson();
  const id = decodeURIComponent(projectId);
  if (!(await services.projects()).some((project) => project.id === id)) notFound();
  return services;
}

/** What `answer` gives; the "not found" page where there is no such thing. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") notFound();
    throw error;
  }
}
