import "server-only";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import type { PermittedServices } from "./authorized.ts";

type Quoting = Pick<
  PermittedServices,
  "docs" | "jobs" | "pulls" | "settings" | "home" | "notifications"
>;

/**
 * Returns jobs, pull requests, project settings, the check of documentation, the home page, and notifications as one
 * person gets them. They can quote what readers typed, so people who may not see readers' addresses get these masked
 * in prompts, messages, histories, outputs, diffs, instructions, templates, and names of pages.
 */
export function maskedAnswers(person: Person, quoting: Quoting): Quoting {
  const { docs, jobs, pulls, settings, home, notifications } = quoting;
  if (may(person.role, "contacts")) return { docs, jobs, pulls, settings, home, notifications };
  return {
    docs: { check: async (...given) => maskAnswer(await docs.check(...given)) },
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
    settings: {
      ...settings,
      read: async (...given) => maskAnswer(await settings.read(...given)),
    },
    home: { ...home, read: async (...given) => maskAnswer(await home.read(...given)) },
    notifications: {
      ...notifications,
      list: async (...given) => maskAnswer(await notifications.list(...given)),
    },
  };
}
