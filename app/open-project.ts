import { notFound } from "next/navigation";
import { isAppError } from "../lib/errors.ts";
import { projectServices, type Services } from "../lib/services.ts";

/** The services for a page of a project; the "not found" page where there is no such project. */
export async function openProject(projectId: string): Promise<Services> {
  return orNotFound(projectServices(decodeURIComponent(projectId)));
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
