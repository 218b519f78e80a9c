import "server-only";
import type { Kysely } from "kysely";
import type { Project } from "../config.ts";
import { Forbidden, NotFound } from "../errors.ts";
import type { PlatformSchema } from "./schema.ts";

/** The organization of every project that the embedded platform makes itself. */
export const DEFAULT_ORGANIZATION = "default";

export interface OwnedProject extends Project {
  organization: string;
}

/** All projects, in the order of their identifiers. */
export async function listProjects(query: Kysely<PlatformSchema>): Promise<Project[]> {
  return query.selectFrom("platform_project").select(["id", "name"]).orderBy("id").execute();
}

/** @throws {NotFound} naming the projects that there are */
export async function findProject(
  query: Kysely<PlatformSchema>,
  id: string,
): Promise<OwnedProject> {
  const project = await projectById(query, id);
  if (project) return project;
  const known = (await listProjects(query)).map((other) => other.id).join(", ");
  throw new NotFound(`There is no project ${JSON.stringify(id)}. Known: ${known || "none"}.`);
}

/**
 * The project `id`, for the bearer of a key of `organization`.
 * @throws {NotFound} where there is none, without naming others
 * @throws {Forbidden} where it belongs to another organization (contract/observed.md)
 */
export async function openProject(
  query: Kysely<PlatformSchema>,
  id: string,
  organization: string,
): Promise<OwnedProject> {
  const project = await projectById(query, id);
  if (!project) throw new NotFound("There is no such project.");
  if (project.organization !== organization) {
    throw new Forbidden("This API key belongs to another organization than the project.");
  }
  return project;
}

function projectById(query: Kysely<PlatformSchema>, id: string): Promise<OwnedProject | undefined> {
  return query.selectFrom("platform_project").selectAll().where("id", "=", id).executeTakeFirst();
}
