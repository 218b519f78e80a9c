import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { AppError } from "../../errors.ts";
import type { PullHost } from "../pull-host.ts";
import { createGitLabApi, type GitLabRequest } from "./api.ts";
import { gitlabOpenPulls } from "./open-pulls.ts";
import { parseRequestLink } from "./read-pull.ts";

/** GitLab's access level of the Developer role, the lowest that may push branches. */
const DEVELOPER = 30;

const member = z.object({ access_level: z.number() }).nullish();
const projectSchema = z.object({
  path_with_namespace: z.string(),
  web_url: z.url({ protocol: /^https?$/ }),
  archived: z.boolean().optional(),
  merge_requests_access_level: z.string().optional(),
  permissions: z.object({ project_access: member, group_access: member }).optional(),
  shared_with_groups: z.array(z.unknown()).optional(),
});
const openedSchema = z.object({ web_url: z.url({ protocol: /^https?$/ }) });
const listedSchema = openedSchema.extend({
  iid: z.number(),
  state: z.string(),
  description: z.string().nullish(),
  source_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number(),
  sha: z.string().nullish(),
});

/** @param project path with its groups, such as `group/subgroup/docs` */
export function gitlabPullHost(
  access: CodeHostAccess,
  project: string,
  timeLimit?: number,
): PullHost {
  const gitlab = createGitLabApi(access, timeLimit);
  return {
    numberOf: (link) => {
      const request = parseRequestLink(link, access.webUrl);
      const isOurs = request?.project.toLowerCase() === project.toLowerCase();
      return request && isOurs ? request.number : null;
    },
    check: async () => {
      const action = "read the project";
      const found = await gitlab({ action, project, schema: projectSchema });
      const problem = problemOf(found, project);
      if (problem !== null) throw new AppError("unavailable", problem);
    },
    find: async ({ branch, headCommit }) => {
      const query = new URLSearchParams({ source_branch: branch, state: "all", per_page: "100" });
      const found = await gitlab({
        action: "find the merge request",
        project,
        schema: z.array(listedSchema),
        path: `/merge_requests?${query}`,
      });
      // A fork's branch can have the same name.
      const ours = found.filter(
        (each) =>
          each.source_branch === branch && each.source_project_id === each.target_project_id,
      );
      const open = ours.find(({ state }) => state === "opened");
      const request = open ?? ours.find(({ sha }) => sha === headCommit);
      if (!request) return undefined;
      const { iid: number, web_url: link, description: body = null } = request;
      return { number, link, body, isOpen: request === open };
    },
    create: async ({ branch, base, title, body, isDraft = false }) => {
      const created = await gitlab({
        action: "open the merge request",
        project,
        schema: openedSchema,
        path: "/merge_requests",
        method: "POST",
        body: {
          source_branch: branch,
          target_branch: base,
          title: isDraft ? `Draft: ${title}` : title,
          description: withoutQuickActions(body),
        },
      });
      return created.web_url;
    },
    ...changesOf(gitlab, project),
    ...gitlabOpenPulls(gitlab, project),
  };
}

/** What can be changed of a merge request. */
function changesOf(gitlab: GitLabRequest, project: string) {
  const update = (action: string, number: number, body: Record<string, unknown>) =>
    gitlab({
      action,
      project,
      schema: openedSchema,
      path: `/merge_requests/${number}`,
      method: "PUT",
      body,
    });
  return {
    describe: async (number: number, body: string) => {
      const description = withoutQuickActions(body);
      await update("update the merge request's description", number, { description });
    },
    addLabels: async (number: number, labels: readonly string[]) => {
      await update("add labels to the merge request", number, { add_labels: labels.join(",") });
    },
    askToReview: async (number: number, names: readonly string[]) => {
      const ids: number[] = [];
      for (const name of names) ids.push(await userId(gitlab, project, name));
      await update("ask for reviews of the merge request", number, { reviewer_ids: ids });
    },
    close: async (number: number) => {
      await update("close the merge request", number, { state_event: "close" });
    },
  } satisfies Partial<PullHost>;
}

/** @throws {AppError} if nobody of this name is in the project */
async function userId(gitlab: GitLabRequest, project: string, name: string): Promise<number> {
  const query = new URLSearchParams({ search: name, per_page: "100" });
  const found = await gitlab({
    action: "find a reviewer",
    project,
    schema: z.array(z.object({ id: z.number(), username: z.string() })),
    path: `/users?${query}`,
  });
  const user = found.find(({ username }) => username.toLowerCase() === name.toLowerCase());
  if (user) return user.id;
  throw new AppError("unavailable", `${name} isn't a user of ${project} on GitLab.`);
}

/** GitLab carries out `/merge` at the start of a line, also in code blocks that tildes fence. */
function withoutQuickActions(text: string): string {
  return text.replace(/^(?=\/)/gm, " ");
}

/** Returns why merge requests can't be opened in a project, or null. Missing information isn't a problem. */
function problemOf(found: z.infer<typeof projectSchema>, path: string): string | null {
  const { path_with_namespace: name, web_url: address } = found;
  if (name.toLowerCase() !== path.toLowerCase())
    return `${path} is now ${name} on GitLab. Set DOCS_REPOSITORY=${address} and restart Errata.`;
  if (found.archived)
    return `${path} is archived on GitLab. Unarchive it, or change DOCS_REPOSITORY.`;
  if (found.merge_requests_access_level === "disabled")
    return `Merge requests are turned off in ${path}. Turn them on in the project's settings.`;
  return isReadOnly(found)
    ? `GITLAB_TOKEN has a role in ${path} that can't push. Give it the Developer role.`
    : null;
}

/** Whether the token's role is known to be too low. A group that the project is shared with can give another one. */
function isReadOnly({ permissions, shared_with_groups: shares }: z.infer<typeof projectSchema>) {
  const levels = [permissions?.project_access, permissions?.group_access].flatMap((access) =>
    access ? [access.access_level] : [],
  );
  return levels.length > 0 && Math.max(...levels) < DEVELOPER && shares?.length === 0;
}
