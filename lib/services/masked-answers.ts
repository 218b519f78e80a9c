import "server-only";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import type { PermittedServices } from "./authorized.ts";

type Quoting = Pick<PermittedServices, "jobs" | "pulls">;

/**
 * Returns jobs and pull requests as one person gets them. They quote what readers typed, so people who
 * may not see readers' addresses get these masked in prompts, messages, histories, outputs, and diffs.
 */
export function maskedAnswers(person: Person, { jobs, pulls }: Quoting): Quoting {
  if (may(person.role, "contacts")) return { jobs, pulls };
  return {
    jobs: {
      ...jobs,
      // The filter is masked as well, so that it can't confirm an address in a page's name.
      list: async (projectId, query) => maskAnswer(await jobs.list(projectId, maskAnswer(query))),
      get: async (...given) => maskAnswer(await jobs.get(...given)),
      checkNow: async (...given) => maskAnswer(await jobs.checkNow(...given)),
      report: async (...given) => maskAnswer(await jobs.report(...given)),
    },
    pulls: {
      ...pulls,
      get: async (...given) => maskAnswer(await pulls.get(...given)),
    },
  };
}
