import "server-only";
import type { Project } from "../config.ts";
import { Forbidden, NotFound } from "../errors.ts";
import type { PlatformQuery } from "./schema/schema.ts";

/** The organization of every project that the built-in platform creates. */
export const DEFAULT_ORGANIZATION = "default";

export interface OwnedProject extends Project {
  organization: string;
}

/** Returns all projects, sorted by ID. */
export async function listProjects(query: PlatformQuery): Promise<Project[]> {
  return query.selectFrom("platform_project").select(["id", "name"]).orderBy("id").execute();
}

/** @throws {NotFound} with a list of the existing projects */
export async function findProject(query: PlatformQuery, id: string): Promise<OwnedProject> {
  const project = await projectById(query, id);
  if (project) return project;
  const existing = (await listProjects(query)).map((other) => other.id).join(", ");
  throw new NotFound(
    `Project ${JSON.stringify(id)} not found. Existing projects: ${existing || "none"}.`,
  );
}

/**
 * Returns project `id` for a caller with a key of `organization`.
 * @throws {NotFound} for an unknown project, without a list of others
 * @throws {Forbidden} for another organization's project (docs/contract/live-services.md)
 */
export async function openProject(
  query: PlatformQuery,
  id: string,
  organization: string,
): Promise<OwnedProject> {
  const project = await projectById(query, id);
  if (!project) throw new NotFound("This project doesn't exist. Check the project ID.");
  if (project.organization !== organization) {
    throw new Forbidden(
      "This API key can't access this project. Use a key from the project's organization.",
    );
  }
  return project;
}

function projectById(query: PlatformQuery, id: string): Promise<OwnedProject | undefined> {
  return query.selectFrom("platform_project").selectAll().where("id", "=", id).executeTakeFirst();
}
