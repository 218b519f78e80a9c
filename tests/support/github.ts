import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { gitService, serveGit } from "./git-http.ts";
import { type Call, examples, operationFor, requestProblems, responseProblems } from "./openapi.ts";
import { gitIn } from "./repository.ts";

export interface HostedPull {
  number: number;
  head: string;
  base: string;
  title: string;
  body: string | null;
  state: "open" | "closed";
  mergedAt: string | null;
  /** Head of the branch when the pull request was merged or closed. */
  settledAt: string | null;
  /** By default that of GitHub's example. */
  author?: string;
  /** The last commit of a fork's branch, which isn't in the repository, and what it changes. */
  fork?: { sha: string; files: string[]; renamedFrom?: string };
  draft?: boolean;
  mergeable?: boolean | null;
  updatedAt?: string;
  reviews?: { user: number; state: string; commit: string; by?: string; body?: string }[];
  /** Comments of the conversation and on files, oldest first. */
  comments?: HostedComment[];
  lineComments?: (HostedComment & {
    path: string;
    /** Null once its lines aren't in the diff anymore. */
    line: number | null;
    startLine?: number;
    hunk: string;
    isRemoved?: boolean;
    isOnFile?: boolean;
    isResolved?: boolean;
  })[];
  labels?: string[];
  /** People and teams, as asked for. */
  asked?: { reviewers: string[]; team_reviewers: string[] };
}

export interface HostedComment {
  by: string;
  text: string;
  isBot?: boolean;
  isHidden?: boolean;
}

/** A GitHub App that is installed in the repository. Its key signs tokens, each good for an hour. */
export interface HostedApp {
  id: string;
  privateKey: string;
  isInstalled: boolean;
  permissions: Record<string, "read" | "write">;
  /** The tokens of its installation. A token that is removed has ended. */
  tokens: string[];
}

type CommitState = "error" | "failure" | "pending" | "success";

/** Answers an API request instead of the server. */
export type Fault = (response: ServerResponse) => void;

/** A fake GitHub: its API according to GitHub's OpenAPI description, and one repository over HTTP. */
export interface GitHubServer {
  url: string;
  pulls: HostedPull[];
  /** API requests, such as `post /repos/{owner}/{repo}/pulls`. */
  asked: string[];
  /** Requests and responses that violate the description. */
  problems: string[];
  /** Headers of every API and git request. */
  headers: IncomingMessage["headers"][];
  /** Answers the next API requests with faults; `null` lets one through. */
  next(...faults: (Fault | null)[]): void;
  /** Answers every request of an operation with a fault. */
  faults: Map<string, Fault>;
  /** Opens the next pull request, but drops the response. */
  loseAnswer(): void;
  settle(number: number, how: "merged" | "closed"): void;
  permissions: { push: boolean };
  /** What git requests wait for before they are answered. */
  holdsGit: Promise<void> | null;
  /** Nobody else can be asked to review. */
  collaborators: string[];
  /** What checks and services say about every commit: conclusions and states by name. A check that runs has no conclusion. */
  checks: { runs: Record<string, string | null>; statuses: Record<string, CommitState> };
  /** Where services deployed every commit, the newest first. */
  deployments: { environment: string; state?: string; url?: string; isProduction?: boolean }[];
  app: HostedApp;
  /** Answers without a body, because nothing changed. */
  unchanged: number;
  archived: boolean;
  close(): Promise<void>;
}

export const OWNER = "acme";
export const NAME = "docs";

export const fault =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fault =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify(body));
  };

const MEGABYTE = Buffer.alloc(1_000_000, " ");

/** Sends spaces for as long as someone reads them, at most 100 MB. @param sent counts the megabytes */
export const endless =
  (sent: { megabytes: number }): Fault =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    const send = () => {
      let isRead = true;
      while (isRead && sent.megabytes < 100) {
        isRead = response.write(MEGABYTE);
        sent.megabytes += 1;
      }
      if (isRead) response.end();
    };
    response.on("drain", send);
    send();
  };

const QUERY = z.object({ query: z.string(), variables: z.object({ number: z.number() }) });
/** The query that Errata sends, as it was checked with GitHub's published schema (`@octokit/graphql-schema`). */
const THREADS =
  /^query \(\$owner: String!, \$name: String!, \$number: Int!\) \{\s+repository\(owner: \$owner, name: \$name\) \{\s+pullRequest\(number: \$number\) \{\s+reviewThreads\(last: 100\) \{\s+nodes \{ isResolved comments\(first: 20\) \{ nodes \{ fullDatabaseId \} \} \}\s+\}\s+\}\s+\}\s+\}$/;
const INSTALLATION = 42;
const LABELS = z.object({ labels: z.array(z.string()) });
const ASKED = z.object({ reviewers: z.array(z.string()), team_reviewers: z.array(z.string()) });

function createApp(): HostedApp {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    id: "1234",
    privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    isInstalled: true,
    permissions: { contents: "write", pull_requests: "write", metadata: "read" },
    tokens: [],
  };
}

/** Whether a token is one that the App signed for itself, and not over. */
function isSignedBy({ id, privateKey }: HostedApp, token: string): boolean {
  const [head = "", body = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${head}.${body}`);
  const key = createPublicKey(privateKey);
  if (!verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url"))) return false;
  const { iss, exp } = JSON.parse(Buffer.from(body, "base64url").toString());
  return String(iss) === id && exp * 1_000 > Date.now();
}

const NO_FILES = { sha: "", files: [] };
const MISSING = { status: 404, answer: { message: "Not Found", status: "404" } };
const UNKNOWN = { status: 401, answer: { message: "Bad credentials", status: "401" } };

/** @param repository folder of the bare repository served as `acme/docs` */
export async function openGitHub(repository: string, token: string): Promise<GitHubServer> {
  const faults: (Fault | null)[] = [];
  let lost = false;
  const server = createServer((request, response) => {
    hub.headers.push(request.headers);
    const url = new URL(request.url ?? "/", hub.url);
    const service = gitService(url);
    if (service) {
      const answer = () => git(service, request, response);
      if (hub.holdsGit) hub.holdsGit.then(answer);
      else answer();
      return;
    }
    api(url, request, response).catch((error: unknown) => {
      hub.problems.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const hub: GitHubServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pulls: [],
    asked: [],
    problems: [],
    headers: [],
    next: (...more) => void faults.push(...more),
    faults: new Map(),
    loseAnswer: () => {
      lost = true;
    },
    settle: (number, how) => {
      const pull = hub.pulls.find((each) => each.number === number);
      if (!pull) throw new Error("pull request not found");
      pull.settledAt = tipOf(pull.head);
      pull.state = "closed";
      pull.mergedAt = how === "merged" ? "2026-11-20T12:00:00Z" : null;
    },
    permissions: { push: true },
    holdsGit: null,
    collaborators: [],
    checks: { runs: {}, statuses: {} },
    deployments: [],
    unchanged: 0,
    app: createApp(),
    archived: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function tipOf(branch: string): string | null {
    const listed = gitIn(
      repository,
      "for-each-ref",
      "--format=%(objectname)",
      `refs/heads/${branch}`,
    );
    return listed === "" ? null : listed;
  }

  function git(service: string, request: IncomingMessage, response: ServerResponse): void {
    const known = [token, ...hub.app.tokens].some((each) => {
      const basic = Buffer.from(`x-access-token:${each}`).toString("base64");
      return request.headers.authorization === `Basic ${basic}`;
    });
    const allowed = known && (service === "git-upload-pack" || hub.permissions.push);
    if (allowed) {
      serveGit(repository, service, request, response).catch(() => response.destroy());
      return;
    }
    const challenge = { "www-authenticate": 'Basic realm="GitHub"' };
    response.writeHead(known ? 403 : 401, { "content-type": "text/plain", ...challenge });
    response.end(known ? "Permission to acme/docs.git denied." : "Authentication required.");
  }

  async function api(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.pathname === "/graphql") {
      const { query, variables } = QUERY.parse(JSON.parse(await text(request)));
      hub.asked.push("graphql");
      if (!THREADS.test(query)) hub.problems.push(`unknown query ${query}`);
      fault(200, threadsAnswer(variables.number))(response);
      return;
    }
    const call = operationFor(request.method ?? "", url.pathname);
    hub.asked.push(call?.name ?? `${request.method} ${url.pathname}`);
    const received = await text(request);
    const body = received === "" ? undefined : JSON.parse(received);
    const wrong = call ? requestProblems(call, url.searchParams, body) : ["not in the description"];
    hub.problems.push(...wrong.map((problem) => `${hub.asked.at(-1)}: ${problem}`));
    const made = hub.faults.get(call?.name ?? "") ?? faults.shift();
    if (made) {
      made(response);
      return;
    }
    const [, given = ""] =
      /^(?:token|Bearer) (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const known = [token, ...hub.app.tokens].includes(given);
    const ofApp = isSignedBy(hub.app, given) ? carryOutForApp(call) : null;
    const { status, answer } = ofApp ?? (known ? carryOut(call, url.searchParams, body) : UNKNOWN);
    const bad = call ? responseProblems(call, status, answer) : [];
    hub.problems.push(...bad.map((problem) => `${call?.name} ${status}: ${problem}`));
    const drop = lost && request.method === "POST";
    lost &&= !drop;
    if (drop) response.destroy();
    else reply(request, response, status, answer);
  }

  function reply(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    answer: unknown,
  ): void {
    const etag = `W/"${createHash("sha256").update(JSON.stringify(answer)).digest("hex")}"`;
    const isKept = request.method === "GET" && status === 200;
    if (!isKept || request.headers["if-none-match"] !== etag) {
      fault(status, answer, isKept ? { etag } : {})(response);
      return;
    }
    hub.unchanged += 1;
    response.writeHead(304, { etag }).end();
  }

  /** What only the App itself may do. */
  function carryOutForApp(call: Call | null) {
    const { app } = hub;
    if (!app.isInstalled) return MISSING;
    if (call?.name === "get /repos/{owner}/{repo}/installation" && call.path.repo === NAME)
      return { status: 200, answer: { ...examples.installation, id: INSTALLATION } };
    if (call?.path.installation_id !== String(INSTALLATION)) return MISSING;
    const given = `ghs_canary${app.tokens.length + 1}0123456789`;
    app.tokens.push(given);
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return { status: 201, answer: { token: given, expires_at, permissions: app.permissions } };
  }

  function carryOut(call: Call | null, query: URLSearchParams, body: Record<string, string>) {
    if (call?.path.owner !== OWNER || call.path.repo !== NAME) return MISSING;
    const found = hub.pulls.find(({ number }) => String(number) === call.path.pull_number);
    switch (call.name) {
      case "get /repos/{owner}/{repo}":
        return { status: 200, answer: repositoryAnswer() };
      case "get /repos/{owner}/{repo}/pulls":
        return { status: 200, answer: pageOf(listed(query), query).map(pullAnswer) };
      case "post /repos/{owner}/{repo}/pulls":
        return create(body);
      case "get /repos/{owner}/{repo}/pulls/{pull_number}/reviews":
        return { status: 200, answer: pageOf(found?.reviews ?? [], query).map(reviewAnswer) };
      case "get /repos/{owner}/{repo}/pulls/{pull_number}/comments":
        return { status: 200, answer: lineCommentsAnswer(found, query) };
      case "get /repos/{owner}/{repo}/issues/{issue_number}/comments":
        return { status: 200, answer: commentsAnswer(call.path.issue_number, query) };
      case "get /repos/{owner}/{repo}/pulls/{pull_number}/files":
        return { status: 200, answer: filesAnswer(query, found?.fork) };
      case "get /repos/{owner}/{repo}/commits/{ref}/check-runs":
        return { status: 200, answer: checksAnswer() };
      case "get /repos/{owner}/{repo}/commits/{ref}/status":
        return { status: 200, answer: statusAnswer() };
      case "get /repos/{owner}/{repo}/deployments":
        return { status: 200, answer: deploymentsAnswer() };
      case "get /repos/{owner}/{repo}/deployments/{deployment_id}/statuses":
        return { status: 200, answer: deploymentStatuses(Number(call.path.deployment_id)) };
      case "post /repos/{owner}/{repo}/issues/{issue_number}/labels":
        return addLabels(call.path.issue_number, body);
      case "post /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers":
        return found ? askToReview(found, body) : MISSING;
      case "patch /repos/{owner}/{repo}/pulls/{pull_number}":
        if (found) Object.assign(found, body);
    }
    if (!found) return MISSING;
    return { status: 200, answer: pullAnswer(found) };
  }

  function addLabels(number: string | undefined, body: object) {
    const found = hub.pulls.find((each) => String(each.number) === number);
    if (!found) return MISSING;
    found.labels = [...(found.labels ?? []), ...LABELS.parse(body).labels];
    const answer = found.labels.map((name, id) => {
      const url = `${hub.url}/repos/${OWNER}/${NAME}/labels/${name}`;
      const plain = { description: null, color: "ededed", default: false };
      return { id, node_id: `label_${id}`, url, name, ...plain };
    });
    return { status: 200, answer };
  }

  function askToReview(found: HostedPull, body: object) {
    const asked = ASKED.parse(body);
    const unknown = asked.reviewers.filter((name) => !hub.collaborators.includes(name));
    if (unknown.length > 0) {
      const message =
        "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator.";
      return { status: 422, answer: { message, documentation_url: hub.url, status: "422" } };
    }
    found.asked = asked;
    return { status: 201, answer: pullAnswer(found) };
  }

  function listed(query: URLSearchParams): HostedPull[] {
    const state = query.get("state") ?? "open";
    const head = query.get("head");
    return hub.pulls
      .filter((pull) => state === "all" || pull.state === state)
      .filter((pull) => head === null || `${OWNER}:${pull.head}` === head)
      .toReversed();
  }

  function pageOf<Each>(all: readonly Each[], query: URLSearchParams): Each[] {
    const count = Number(query.get("per_page") ?? 30);
    const start = (Number(query.get("page") ?? 1) - 1) * count;
    return all.slice(start, start + count);
  }

  function create(asked: Record<string, string>) {
    const { head = "", base = "", title = "", body = "" } = asked;
    const open = hub.pulls.some((pull) => pull.head === head && pull.state === "open");
    const invalid = (message: string) => {
      const errors = [{ resource: "PullRequest", code: "custom", message }];
      const answer = { message: "Validation Failed", errors, documentation_url: hub.url };
      return { status: 422, answer: { ...answer, status: "422" } };
    };
    if (open) return invalid(`A pull request already exists for ${OWNER}:${head}.`);
    if (tipOf(head) === null || tipOf(base) === null) return invalid("head or base is missing");
    if (tipOf(head) === tipOf(base)) return invalid(`No commits between ${base} and ${head}`);
    const settled = { mergedAt: null, settledAt: null };
    const number = hub.pulls.length + 11;
    const draft = Boolean(asked.draft);
    const pull: HostedPull = { number, head, base, title, body, draft, state: "open", ...settled };
    hub.pulls.push(pull);
    return { status: 201, answer: pullAnswer(pull) };
  }

  // GitHub's example lacks two properties that its schema requires.
  function repositoryAnswer() {
    const { source: _, parent: __, ...example } = examples.repository;
    const permissions = { admin: false, pull: true, ...hub.permissions };
    const { archived } = hub;
    return { ...example, full_name: `${OWNER}/${NAME}`, language: "MDX", archived, permissions };
  }

  function reviewAnswer(review: NonNullable<HostedPull["reviews"]>[number], index: number) {
    const { user: id, state, commit, by: login = "octocat", body = "" } = review;
    const example = examples.review as { user: object };
    const user = { ...example.user, id, login };
    const html_url = `${hub.url}/${OWNER}/${NAME}/reviews/${index + 1}`;
    return { ...example, id: index + 1, user, state, commit_id: commit, body, html_url };
  }

  /** One comment a minute. */
  function commentAnswer(example: object, { by, text: body, isBot }: HostedComment, index: number) {
    const { user } = example as { user: object };
    const at = new Date(Date.parse("2026-11-20T12:00:00Z") + index * 60_000).toISOString();
    return {
      ...example,
      id: index + 1,
      body,
      created_at: at,
      updated_at: at,
      user: { ...user, login: by, type: isBot ? "Bot" : "User" },
    };
  }

  function commentsAnswer(number: string | undefined, query: URLSearchParams) {
    const found = hub.pulls.find((each) => String(each.number) === number);
    const all = (found?.comments ?? []).map((comment, index) => ({
      ...commentAnswer(examples.issueComment, comment, index),
      html_url: `${hub.url}/${OWNER}/${NAME}/pull/${number}#issuecomment-${index + 1}`,
      minimized: comment.isHidden ? { reason: "spam" } : null,
    }));
    return pageOf(all, query);
  }

  /** Each comment is a thread. */
  function threadsAnswer(number: number) {
    const found = hub.pulls.find((each) => each.number === number);
    const nodes = (found?.lineComments ?? []).map(({ isResolved = false }, index) => {
      return { isResolved, comments: { nodes: [{ fullDatabaseId: String(index + 1) }] } };
    });
    return { data: { repository: { pullRequest: { reviewThreads: { nodes } } } } };
  }

  function lineCommentsAnswer(found: HostedPull | undefined, query: URLSearchParams) {
    const { start_line: _, original_start_line: __, ...example } = examples.reviewComment;
    const all = (found?.lineComments ?? []).map((comment, index) => ({
      ...commentAnswer(example, comment, index),
      html_url: `${hub.url}/${OWNER}/${NAME}/pull/${found?.number}#discussion_r${index + 1}`,
      path: comment.path,
      diff_hunk: comment.hunk,
      line: comment.line ?? undefined,
      original_line: comment.line ?? 1,
      side: comment.isRemoved ? "LEFT" : "RIGHT",
      subject_type: comment.isOnFile ? "file" : "line",
      start_line: comment.startLine ?? null,
      original_start_line: comment.startLine ?? null,
    }));
    const isNewestFirst = query.get("sort") === "created" && query.get("direction") === "desc";
    return pageOf(isNewestFirst ? all.toReversed() : all, query);
  }

  function filesAnswer(
    query: URLSearchParams,
    { files, renamedFrom }: NonNullable<HostedPull["fork"]> = NO_FILES,
  ) {
    const [example] = Object.values(examples.files);
    const renamed = renamedFrom ? { status: "renamed", previous_filename: renamedFrom } : {};
    return pageOf(files, query).map((filename) => ({ ...Object(example), filename, ...renamed }));
  }

  function checksAnswer() {
    const [example] = (examples.checkRuns as { check_runs: object[] }).check_runs;
    const runs = Object.entries(hub.checks.runs).map(([name, conclusion]) => {
      const html_url = `${hub.url}/${OWNER}/${NAME}/runs/${name}`;
      const status = conclusion === null ? "in_progress" : "completed";
      return { ...example, name, conclusion, status, html_url };
    });
    return { total_count: runs.length, check_runs: runs };
  }

  function statusAnswer() {
    const [example] = (examples.status as { statuses: object[] }).statuses;
    const statuses = Object.entries(hub.checks.statuses).map(([context, state]) => {
      return { ...example, context, state };
    });
    const has = (...states: CommitState[]) => statuses.some(({ state }) => states.includes(state));
    const isPending = has("pending") || statuses.length === 0;
    const state = has("error", "failure") ? "failure" : isPending ? "pending" : "success";
    return { ...examples.status, state, statuses, total_count: statuses.length };
  }

  function deploymentsAnswer() {
    const [example] = Object.values(examples.deployments);
    return hub.deployments.map(({ environment, isProduction = false }, id) => {
      return { ...Object(example), id, environment, production_environment: isProduction };
    });
  }

  function deploymentStatuses(id: number) {
    const [example] = Object.values(examples.deploymentStatuses);
    const { state, url: environment_url } = hub.deployments[id] ?? {};
    // An address that is undefined is left out.
    return state ? [{ ...Object(example), state, environment_url }] : [];
  }

  function pullAnswer(pull: HostedPull) {
    const { number, title, body, state, mergedAt } = pull;
    const example = examples.pull as Record<string, Record<string, unknown>>;
    const sha = pull.fork?.sha ?? pull.settledAt ?? tipOf(pull.head);
    const user = { ...example.user, ...(pull.author && { login: pull.author }) };
    return {
      ...examples.pull,
      user,
      requested_teams: [],
      number,
      title,
      body,
      state,
      merged: mergedAt !== null,
      draft: pull.draft ?? false,
      comments: pull.comments?.length ?? 0,
      review_comments: pull.lineComments?.length ?? 0,
      mergeable: pull.mergeable ?? null,
      updated_at: pull.updatedAt ?? "2026-11-20T12:00:00Z",
      merged_at: mergedAt,
      html_url: `${hub.url}/${OWNER}/${NAME}/pull/${number}`,
      head: { ...example.head, ref: pull.head, label: `${OWNER}:${pull.head}`, sha },
      base: { ...example.base, ref: pull.base, label: `${OWNER}:${pull.base}` },
    };
  }

  return hub;
}
