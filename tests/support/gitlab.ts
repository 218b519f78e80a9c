import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { gitService, serveGit } from "./git-http.ts";
import { type Fault, fault } from "./github.ts";
import { gitIn } from "./repository.ts";

export interface HostedRequest {
  iid: number;
  source_branch: string;
  source_project_id: number;
  title: string;
  description: string;
  state: "opened" | "closed" | "locked" | "merged";
  target_branch: string;
  /** The last commit of a fork's branch, which isn't in the repository, and what it changes. */
  fork?: { sha: string; files: string[] };
  updated_at?: string;
  has_conflicts?: boolean;
  detailed_merge_status?: string;
  pipeline?: HostedPipeline;
  labels?: string[];
  reviewer_ids?: number[];
  /** Oldest first. */
  notes?: HostedNote[];
  /** Who approved it, and who requested changes. */
  approvedBy?: string[];
  requestedBy?: string[];
}

interface HostedNote {
  by: string;
  text: string;
  isSystem?: boolean;
  isInternal?: boolean;
  isResolved?: boolean;
  position?: {
    path: string;
    oldLine?: number;
    newLine?: number;
    firstLine?: number;
    /** By default the last one. */
    commit?: string;
  };
}

interface HostedPipeline {
  status: string;
  updated_at?: string;
  jobs: { name: string; status: string; allow_failure?: boolean }[];
  /** Of its commit, the newest first. */
  deployments?: { environment: string; status: string; url: string | null }[];
}

/** A fake GitLab under a path of its server, with one project that is served over HTTP. */
export interface GitLabServer {
  /** With the path. */
  url: string;
  requests: HostedRequest[];
  /** API requests, such as `POST /merge_requests`. */
  asked: string[];
  /** Requests that GitLab's reference of its REST API doesn't describe. */
  problems: string[];
  /** Headers of every API and git request. */
  headers: IncomingMessage["headers"][];
  /** The project's users. */
  users: { id: number; username: string }[];
  /** Answers the next API requests with faults; `null` lets one through. */
  next(...faults: (Fault | null)[]): void;
  /** What the project's answer says about itself. */
  project: {
    archived: boolean;
    merge_requests_access_level: string;
    permissions: {
      project_access: { access_level: number } | null;
      group_access: { access_level: number } | null;
    };
    shared_with_groups: { group_id: number }[];
  };
  close(): Promise<void>;
}

/** The project's path with its groups, and the one that it had before it moved. */
export const GITLAB_PROJECT = "acme/handbook/docs";
export const GITLAB_OLD_PROJECT = "acme/docs";
const ID = 7;
const PIPELINES = 5_000;

// docs.gitlab.com/api/merge_requests: the parameters of the operations that Errata uses.
const LISTED = z.strictObject({
  source_branch: z.string().optional(),
  state: z.enum(["all", "opened", "closed", "locked", "merged"]),
  order_by: z.enum(["created_at", "updated_at"]).optional(),
  per_page: z.string().regex(/^(?:[1-9]|[1-9]\d|100)$/),
  page: z.coerce.number().min(1).optional(),
});
const CREATED = z.strictObject({
  source_branch: z.string().min(1),
  target_branch: z.string().min(1),
  title: z.string().min(1).max(255),
  description: z.string().max(1_048_576),
});
const UPDATED = z
  .strictObject({
    description: z.string().max(1_048_576),
    add_labels: z.string(),
    reviewer_ids: z.array(z.number()),
    state_event: z.enum(["close", "reopen"]),
  })
  .partial();
// docs.gitlab.com/api/projects/#list-users-of-a-project
const USERS = z.strictObject({ search: z.string(), per_page: z.literal("100") });
const NOTHING = z.strictObject({});
// docs.gitlab.com/api/merge_requests/#list-merge-request-diffs
const DIFFS = z.strictObject({ per_page: z.literal("100"), page: z.coerce.number().min(1) });
// docs.gitlab.com/api/jobs/#list-all-jobs-for-a-pipeline
const JOBS = z.strictObject({ per_page: z.literal("100") });
// docs.gitlab.com/api/deployments/#list-project-deployments
const DEPLOYMENTS = z.strictObject({
  order_by: z.enum(["id", "iid", "created_at", "updated_at", "finished_at", "ref"]),
  sort: z.enum(["asc", "desc"]),
  per_page: z.literal("100"),
});

// docs.gitlab.com/api/notes/#list-all-merge-request-notes
const NOTES = z.strictObject({
  sort: z.enum(["asc", "desc"]),
  order_by: z.enum(["created_at", "updated_at"]),
  per_page: z.literal("100"),
  page: z.coerce.number().min(1),
});

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const NOT_FOUND: Answer = { status: 404, body: { message: "404 Project Not Found" } };

/** @param repository folder of the bare repository of the project */
export async function openGitLab(repository: string, token: string): Promise<GitLabServer> {
  const faults: (Fault | null)[] = [];
  const server = createServer((request, response) => {
    lab.headers.push(request.headers);
    const url = new URL(request.url ?? "/", lab.url);
    const service = gitService(url);
    if (service) {
      git(service, url, request, response);
      return;
    }
    api(url, request, response).catch((error: unknown) => {
      lab.problems.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lab: GitLabServer = {
    url: `${origin}/code`,
    requests: [],
    asked: [],
    problems: [],
    headers: [],
    users: [],
    next: (...more) => void faults.push(...more),
    project: {
      archived: false,
      merge_requests_access_level: "enabled",
      permissions: { project_access: { access_level: 30 }, group_access: null },
      shared_with_groups: [],
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function git(service: string, url: URL, request: IncomingMessage, response: ServerResponse) {
    const basic = Buffer.from(`oauth2:${token}`).toString("base64");
    const isKnown = request.headers.authorization === `Basic ${basic}`;
    if (isKnown && url.pathname.startsWith(`/code/${GITLAB_PROJECT}.git/`)) {
      serveGit(repository, service, request, response).catch(() => response.destroy());
      return;
    }
    response
      .writeHead(401, { "www-authenticate": 'Basic realm="GitLab"' })
      .end("HTTP Basic: Denied");
  }

  async function api(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "";
    const [, id = "", path = ""] =
      /^\/code\/api\/v4\/projects\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    lab.asked.push(`${method} ${path}`);
    const received = await text(request);
    const body: unknown = received === "" ? {} : JSON.parse(received);
    const made = faults.shift();
    if (made) {
      made(response);
      return;
    }
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const project = decodeURIComponent(id);
    const answer = isKnown
      ? answerTo(method, { project, path, url }, body)
      : { status: 401, body: { message: "401 Unauthorized" } };
    fault(answer.status, answer.body, answer.headers)(response);
  }

  function answerTo(
    method: string,
    { project, path, url }: { project: string; path: string; url: URL },
    body: unknown,
  ): Answer {
    if (project === GITLAB_OLD_PROJECT) return moved(method, path + url.search);
    if (project !== GITLAB_PROJECT && project !== String(ID)) return NOT_FOUND;
    const iid = /^\/merge_requests\/(\d+)$/.exec(path)?.[1];
    const found = lab.requests.find((each) => String(each.iid) === iid);
    const pipeline = /^\/pipelines\/(\d+)\/jobs$/.exec(path)?.[1];
    if (method === "GET" && pipeline) {
      taken(JOBS, Object.fromEntries(url.searchParams));
      return jobsAnswer(Number(pipeline));
    }
    const changed = /^\/merge_requests\/(\d+)\/diffs$/.exec(path)?.[1];
    if (method === "GET" && changed) {
      const page = taken(DIFFS, Object.fromEntries(url.searchParams))?.page ?? 1;
      return {
        status: 200,
        body: diffsAnswer(Number(changed)).slice(100 * (page - 1), 100 * page),
      };
    }
    const review = /^\/merge_requests\/(\d+)\/(notes|approvals|reviewers)$/.exec(path);
    const reviewed = lab.requests.find((each) => String(each.iid) === review?.[1]);
    if (method === "GET" && reviewed) return reviewAnswer(reviewed, review?.[2], url);
    const operation = `${method} ${iid ? "/merge_requests/:iid" : path}`;
    switch (operation) {
      case "GET ":
        return { status: 200, body: projectAnswer() };
      case "GET /users": {
        const search = taken(USERS, Object.fromEntries(url.searchParams))?.search ?? "";
        return {
          status: 200,
          body: lab.users.filter(({ username }) => username.toLowerCase().includes(search)),
        };
      }
      case "GET /deployments":
        taken(DEPLOYMENTS, Object.fromEntries(url.searchParams));
        return { status: 200, body: deploymentsAnswer() };
      case "GET /merge_requests":
        return listed(taken(LISTED, Object.fromEntries(url.searchParams)));
      case "POST /merge_requests":
        return create(taken(CREATED, body));
      case "PUT /merge_requests/:iid":
        if (found) update(found, taken(UPDATED, body));
        break;
      case "GET /merge_requests/:iid":
        taken(NOTHING, Object.fromEntries(url.searchParams));
        break;
      default:
        lab.problems.push(`${operation} is not described`);
    }
    if (found) return { status: 200, body: requestAnswer(found) };
    return { status: 404, body: { message: "404 Not found" } };
  }

  function update(found: HostedRequest, change: z.infer<typeof UPDATED> | null): void {
    const { add_labels: added, state_event: event, ...rest } = change ?? {};
    if (added) found.labels = [...(found.labels ?? []), ...added.split(",")];
    if (event) found.state = event === "close" ? "closed" : "opened";
    Object.assign(found, rest);
  }

  /** Reading a project by its old path leads to its ID. Nothing can be changed by it. */
  function moved(method: string, path: string): Answer {
    const location = `${lab.url}/api/v4/projects/${ID}${path}`;
    if (method === "GET") return { status: 301, body: {}, headers: { location } };
    const message = "405 Method Not Allowed - Non GET methods are not allowed for moved projects";
    return { status: 405, body: { message } };
  }

  function taken<T>(schema: z.ZodType<T>, value: unknown): T | null {
    const parsed = schema.safeParse(value);
    const place = lab.asked.at(-1);
    lab.problems.push(...(parsed.error?.issues ?? []).map((issue) => `${place}: ${issue.message}`));
    return parsed.data ?? null;
  }

  function listed(query: z.infer<typeof LISTED> | null): Answer {
    const found = lab.requests
      .filter((each) => [undefined, each.source_branch].includes(query?.source_branch))
      .filter(({ state }) => query?.state === "all" || state === query?.state);
    return { status: 200, body: found.map(requestAnswer).toReversed() };
  }

  function create(asked: z.infer<typeof CREATED> | null): Answer {
    if (!asked) return { status: 400, body: { error: "title is missing" } };
    const other = lab.requests.find(
      (each) =>
        each.source_project_id === ID &&
        each.source_branch === asked.source_branch &&
        each.state === "opened",
    );
    if (other) {
      const message = [
        `Another open merge request already exists for this source branch: !${other.iid}`,
      ];
      return { status: 409, body: { message } };
    }
    if (tipOf(asked.source_branch) === null)
      return { status: 400, body: { message: { source_branch: ["does not exist"] } } };
    const iid = lab.requests.length + 11;
    const request: HostedRequest = { iid, source_project_id: ID, state: "opened", ...asked };
    lab.requests.push(request);
    return { status: 201, body: requestAnswer(request) };
  }

  function tipOf(branch: string): string | null {
    const tip = gitIn(repository, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
    return tip || null;
  }

  function headOf({ fork, source_branch: branch }: HostedRequest): string | null {
    return fork?.sha ?? tipOf(branch);
  }

  function projectAnswer() {
    const web_url = `${lab.url}/${GITLAB_PROJECT}`;
    return { id: ID, path_with_namespace: GITLAB_PROJECT, web_url, ...lab.project };
  }

  /** The pipelines of a merge request are numbered after it. */
  function jobsAnswer(pipeline: number): Answer {
    const found = lab.requests.find(({ iid }) => iid + PIPELINES === pipeline)?.pipeline;
    if (!found) return { status: 404, body: { message: "404 Not found" } };
    const body = found.jobs.map((job, index) => {
      const id = pipeline * 100 + index;
      const web_url = `${lab.url}/${GITLAB_PROJECT}/-/jobs/${id}`;
      return { id, stage: "test", allow_failure: false, web_url, ...job };
    });
    return { status: 200, body };
  }

  function deploymentsAnswer() {
    return lab.requests.flatMap((request) =>
      (request.pipeline?.deployments ?? []).map(({ environment: name, url, status }, index) => ({
        id: request.iid * 100 - index,
        sha: headOf(request),
        status,
        environment: { id: index, name, external_url: url },
      })),
    );
  }

  function diffsAnswer(iid: number) {
    const files = lab.requests.find((each) => each.iid === iid)?.fork?.files ?? [];
    const same = { new_file: false, renamed_file: false, deleted_file: false };
    return files.map((path) => ({ old_path: path, new_path: path, diff: "", ...same }));
  }

  function reviewAnswer(request: HostedRequest, kind: string | undefined, url: URL): Answer {
    const query = Object.fromEntries(url.searchParams);
    if (kind === "notes") {
      const { page = 1, sort } = taken(NOTES, query) ?? {};
      const all = (request.notes ?? []).map((note, index) => noteAnswer(request, note, index));
      const sorted = sort === "desc" ? all.toReversed() : all;
      return { status: 200, body: sorted.slice(100 * (page - 1), 100 * page) };
    }
    taken(NOTHING, query);
    if (kind === "approvals") {
      // docs.gitlab.com/api/merge_request_approvals/#retrieve-approval-state-for-a-merge-request
      const approved_by = (request.approvedBy ?? []).map((name) => ({
        user: userAnswer(name),
        approved_at: "2026-11-20T12:00:00.000Z",
      }));
      return { status: 200, body: { iid: request.iid, approved: true, approved_by } };
    }
    // docs.gitlab.com/api/merge_requests/#get-single-merge-request-reviewers
    const created_at = "2026-11-20T11:00:00.000Z";
    const body = (request.requestedBy ?? []).map((name) => {
      return { user: userAnswer(name), state: "requested_changes", created_at };
    });
    return { status: 200, body };
  }

  const userAnswer = (username: string) => ({ id: 1, username, name: "A name", state: "active" });

  /** One note a minute. */
  function noteAnswer(request: HostedRequest, note: HostedNote, index: number) {
    const { position, isResolved = null, isSystem = false, isInternal = false } = note;
    const at = new Date(Date.parse("2026-11-20T12:00:00Z") + index * 60_000).toISOString();
    const common = {
      id: index + 1,
      body: note.text,
      author: userAnswer(note.by),
      created_at: at,
      updated_at: at,
      system: isSystem,
      noteable_type: "MergeRequest",
      noteable_iid: request.iid,
      confidential: isInternal,
      internal: isInternal,
      resolvable: isResolved !== null,
      ...(isResolved !== null && { resolved: isResolved }),
    };
    if (!position) return { ...common, type: null };
    const {
      path,
      oldLine: old_line = null,
      newLine: new_line = null,
      commit,
      firstLine,
    } = position;
    const start = { type: "new", old_line: null, new_line: firstLine };
    return {
      ...common,
      type: "DiffNote",
      position: {
        base_sha: "a".repeat(40),
        start_sha: "a".repeat(40),
        head_sha: commit ?? tipOf(request.source_branch),
        old_path: path,
        new_path: path,
        position_type: "text",
        old_line,
        new_line,
        line_range: firstLine === undefined ? null : { start, end: { ...start, new_line } },
      },
    };
  }

  function requestAnswer({
    pipeline,
    fork,
    notes,
    approvedBy,
    requestedBy,
    ...request
  }: HostedRequest) {
    return {
      author: { id: 1, username: "ann", name: "Ann" },
      updated_at: "2026-11-20T12:00:00.000Z",
      has_conflicts: false,
      detailed_merge_status: "mergeable",
      user_notes_count: (notes ?? []).filter(({ isSystem }) => !isSystem).length,
      head_pipeline: pipeline
        ? {
            id: request.iid + PIPELINES,
            project_id: ID,
            sha: headOf({ fork, ...request }),
            status: pipeline.status,
            updated_at: pipeline.updated_at ?? "2026-11-20T12:00:00.000Z",
          }
        : null,
      ...request,
      id: request.iid + 1_000,
      project_id: ID,
      target_project_id: ID,
      draft: request.title.startsWith("Draft: "),
      sha: headOf({ fork, ...request }),
      web_url: `${lab.url}/${GITLAB_PROJECT}/-/merge_requests/${request.iid}`,
    };
  }

  return lab;
}
