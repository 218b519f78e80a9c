import { readdirSync } from "node:fs";
import {
  type BodyInput,
  type OperationName,
  type Operations,
  operations,
} from "../../lib/contract/api/operations.ts";
import type { Permission } from "../../lib/contract/api/permissions.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof METHODS)[number];

/** Who may use a route: everyone, clients with a platform key, or people with a permission. */
export type Access = Permission | "everyone" | "key";

export interface RouteCase {
  access: Access;
  /** A valid body that changes nothing. */
  body?: unknown;
}

type OperationCase<Name extends OperationName> =
  BodyInput<Operations[Name]> extends undefined
    ? { access: Access }
    : { access: Access; body: BodyInput<Operations[Name]> };

const missing = "none-such";
const message = { intentKey: "roles-0001", prompt: "Fix it." };

const noPasskey = <Fields>(fields: Fields) => ({
  id: missing,
  rawId: missing,
  type: "public-key" as const,
  response: { clientDataJSON: "", ...fields },
});

/** Who may use each operation. A new operation doesn't compile without a row. */
const OPERATIONS: { [Name in OperationName]: OperationCase<Name> } = {
  getHealth: { access: "everyone" },
  getLiveness: { access: "everyone" },
  getReadiness: { access: "everyone" },
  signIn: { access: "everyone", body: { email: "", password: "" } },
  signInWithProvider: {
    access: "everyone",
    body: { provider: "", callbackURL: "", errorCallbackURL: "", disableRedirect: true },
  },
  signOut: { access: "everyone", body: {} },
  acceptInvitation: {
    access: "everyone",
    body: { token: missing, name: "Nobody", password: "" },
  },
  getCurrentPerson: { access: "read" },
  changePassword: { access: "read", body: { current: "wrong", next: "" } },
  listSessions: { access: "read" },
  endSession: { access: "read" },
  enterCode: { access: "everyone", body: { code: "" } },
  enterRecoveryCode: { access: "everyone", body: { code: "" } },
  startSecondFactor: { access: "read", body: { password: "" } },
  turnOffSecondFactor: { access: "read", body: { password: "" } },
  createRecoveryCodes: { access: "read", body: { password: "" } },
  startPasskeySignIn: { access: "everyone", body: {} },
  signInWithPasskey: {
    access: "everyone",
    body: { response: noPasskey({ authenticatorData: "", signature: "" }) },
  },
  listPasskeys: { access: "read" },
  startPasskey: { access: "read", body: { password: "" } },
  addPasskey: {
    access: "read",
    body: { name: "x", response: noPasskey({ attestationObject: "" }) },
  },
  removePasskey: { access: "read" },
  resetSecondFactor: { access: "people" },
  listPeople: { access: "people" },
  updatePerson: { access: "people", body: { disabled: false } },
  deletePerson: { access: "people" },
  createPasswordLink: { access: "people" },
  createInvitation: { access: "people", body: { email: "no address", role: "viewer" } },
  revokeInvitation: { access: "people" },
  listAuditLog: { access: "people" },
  listProjects: { access: "read" },
  listTeammates: { access: "read" },
  listFeedback: { access: "read" },
  updateFeedback: { access: "triage", body: { ids: [missing], set: { status: "resolved" } } },
  getFeedback: { access: "read" },
  listSimilar: { access: "read" },
  getItemPage: { access: "read" },
  getContact: { access: "contacts" },
  getReader: { access: "delete" },
  forgetReader: { access: "delete" },
  addNote: { access: "triage", body: { id: "none-such", text: "Later" } },
  editNote: { access: "triage", body: { text: "Later" } },
  deleteNote: { access: "triage" },
  applyDecisions: {
    access: "triage",
    body: { decisions: [{ kind: "undo", id: "none-such", age: 0, of: "none-such" }] },
  },
  deleteFeedback: { access: "delete", body: { ids: [missing] } },
  setPageViews: { access: "import", body: { pages: [] } },
  importFeedback: {
    access: "import",
    body: {
      file: "none",
      items: [
        {
          line: 1,
          copy: 0,
          value: { source: "none" },
        },
      ],
    },
  },
  checkImport: { access: "import", body: { items: [{ line: 1, copy: 0, value: {} }] } },
  listImports: { access: "import" },
  undoImport: { access: "import" },
  removeSample: { access: "delete", body: { items: -1 } },
  getSetup: { access: "read" },
  changeSetup: { access: "settings", body: { isHidden: false } },
  testAgent: { access: "settings" },
  testConnection: { access: "sync" },
  getEvidence: { access: "jobs", body: { ids: [missing] } },
  exportFeedback: { access: "read" },
  checkExport: { access: "read" },
  getFacets: { access: "read" },
  listFeedbackIds: { access: "read" },
  undoFeedbackChange: { access: "triage", body: { token: missing } },
  listPages: { access: "read" },
  getInsights: { access: "read" },
  getHistory: { access: "read" },
  getHome: { access: "read" },
  recordVisit: { access: "read", body: { at: 0, caughtUp: false } },
  listNotifications: { access: "read" },
  markNotificationsRead: { access: "read", body: { topic: missing } },
  listViews: { access: "read" },
  createView: {
    access: "triage",
    body: { id: "roles-0001", name: "Roles", isTeam: true, query: "", layout: null },
  },
  arrangeViews: { access: "read", body: {} },
  updateView: { access: "read", body: {} },
  deleteView: { access: "read" },
  listDrafts: { access: "jobs" },
  getDraft: { access: "jobs" },
  saveDraft: {
    access: "jobs",
    body: {
      revision: "roles-0001",
      follows: [],
      isNew: true,
      selection: [missing],
      content: "{}",
    },
  },
  deleteDraft: { access: "jobs" },
  getActivity: { access: "read" },
  listJobs: { access: "read" },
  createJob: { access: "jobs", body: { ...message, feedbackIds: [missing] } },
  getJob: { access: "read" },
  archiveJob: { access: "jobs" },
  checkJob: { access: "read" },
  sendMessage: { access: "jobs", body: message },
  cancelMessage: { access: "jobs" },
  getJobReport: { access: "read" },
  followJob: { access: "read" },
  getHeldChange: { access: "read" },
  decideHeldChange: { access: "jobs", body: { decision: "discard", version: missing } },
  getLeash: { access: "read" },
  stopJob: { access: "jobs", body: { keep: true } },
  setJobOutcome: { access: "jobs", body: { outcome: "not_created" } },
  applySuggestedTriage: { access: "jobs", body: { count: 0, returned: 0 } },
  getJobReview: { access: "read" },
  renderJobPage: { access: "read" },
  renderPullPage: { access: "read" },
  setVerdict: { access: "jobs", body: { feedbackId: missing, verdict: null } },
  setReviewedFile: { access: "read", body: { version: missing, isReviewed: false } },
  listReviewComments: { access: "jobs" },
  saveReviewComment: {
    access: "jobs",
    body: { id: "roles-0001", path: "a.md", line: 1, lastLine: 1, quote: "+a", text: "Why?" },
  },
  deleteReviewComment: { access: "jobs" },
  listHostComments: { access: "read" },
  takeHostComments: { access: "jobs", body: { comments: [{ id: missing, quote: "" }] } },
  discardHunk: {
    access: "jobs",
    body: { id: "roles-0001", head: missing, path: missing, version: missing, hunk: missing },
  },
  editLines: {
    access: "jobs",
    body: {
      id: "roles-0001",
      head: missing,
      path: missing,
      version: missing,
      hunk: missing,
      line: 1,
      lastLine: 1,
      text: "a",
    },
  },
  mergeJob: { access: "jobs", body: { head: "0".repeat(40), resolve: [], requeue: [] } },
  listReadersToNotify: { access: "contacts" },
  openReaderMessage: { access: "contacts", body: { again: false } },
  findOpenJobs: { access: "jobs", body: { feedbackIds: [missing] } },
  getJobCounts: { access: "read" },
  mergePull: { access: "jobs" },
  closePull: { access: "jobs" },
  updatePull: { access: "jobs" },
  listKeys: { access: "keys" },
  createKey: { access: "keys", body: { name: "" } },
  revokeKey: { access: "keys" },
  listCollectKeys: { access: "keys" },
  createCollectKey: { access: "keys", body: { name: "", origins: [], paths: [] } },
  updateCollectKey: { access: "keys", body: { challenge: true } },
  disableCollectKey: { access: "keys" },
  listSpamPosts: { access: "triage" },
  restoreSpamPost: { access: "triage" },
  deleteSpamPosts: { access: "delete", body: { ids: [missing] } },
  getSettings: { access: "read" },
  updateSettings: { access: "settings", body: {} },
  getDocsCheck: { access: "read" },
  checkDocsRules: { access: "settings", body: { docs: {}, siteAddress: "" } },
  followChanges: { access: "read" },
  getSyncStatus: { access: "read" },
  requestSync: { access: "sync" },
  getEmbeddings: { access: "read" },
  listSkippedItems: { access: "contacts" },
  dismissSkippedItem: { access: "triage" },
};

const all = (access: Access) => Object.fromEntries(METHODS.map((method) => [method, { access }]));

type Routes = Record<string, Partial<Record<Method, RouteCase>>>;

/** Paths that aren't operations: everything under a prefix, and links that people open. */
const CATCH_ALL: Routes = {
  "/api/[...path]": all("everyone"),
  "/api/auth/[...path]": { GET: { access: "everyone" }, POST: { access: "everyone" } },
  // The sample's site. With a repository of one's own, it is for people who may read.
  "/site/[projectId]/[[...path]]": { GET: { access: "everyone" } },
  "/open/[token]": { GET: { access: "everyone" } },
  "/api/webhooks/[host]": { POST: { access: "everyone" } },
  "/v1/[...path]": all("key"),
  "/v2/[...path]": all("key"),
};

/** The folder of an operation's route in `app`; null for those that a catch-all folder serves. */
export function folderOf(name: OperationName): string | null {
  const { path } = operations[name];
  return path.startsWith("/api/auth/") ? null : path.replaceAll("{", "[").replaceAll("}", "]");
}

/** Every path that isn't a page, by its folder, with the methods it supports. */
export const ROUTES: Routes = { ...CATCH_ALL };
for (const name of Object.keys(operations) as OperationName[]) {
  const folder = folderOf(name);
  if (folder) ROUTES[folder] = { ...ROUTES[folder], [operations[name].method]: OPERATIONS[name] };
}

/** Every page. */
export const PAGES: Record<string, Access> = {
  "/": "read",
  "/[projectId]": "read",
  "/[projectId]/[...path]": "read",
  "/[projectId]/activity": "read",
  "/[projectId]/more": "read",
  "/[projectId]/feedback": "read",
  "/[projectId]/insights": "read",
  "/[projectId]/jobs": "read",
  "/[projectId]/jobs/[jobId]": "read",
  "/[projectId]/notifications": "read",
  "/[projectId]/pages": "read",
  "/[projectId]/start": "read",
  "/[projectId]/start/[way]": "read",
  "/[projectId]/views/[viewId]": "read",
  "/account": "read",
  "/account/second-factor": "read",
  "/invitation/[token]": "everyone",
  "/people": "people",
  "/pulls/[number]": "read",
  "/session-ended": "everyone",
  "/set-up/[token]": "everyone",
  "/settings": "read",
  "/sign-in": "everyone",
};

/** The folders of `app` that have a page or a route. */
export function addresses(file: string): string[] {
  return readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === file)
    .map((entry) => entry.parentPath.slice("app".length) || "/")
    .toSorted();
}

/** Fills a path with a project that exists and other things that don't. */
export function filled(address: string): string {
  return address
    .replace("[projectId]", "docs")
    .replace("[number]", "99999")
    .replace(/\[?\[\.\.\.\w+\]\]?/, "nothing/there")
    .replaceAll(/\[\w+\]/g, "none-such");
}
