import "server-only";
import type { Permission, PermissionOf } from "../contract/api/permissions.ts";
import type { ResolvedFilters } from "../filters/feedback-filters.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import type { Services } from "./open.ts";

/**
 * What applies to a call of one service function.
 * @template Given its arguments
 * @template Answer what it resolves to
 */
export interface Access<Given extends readonly unknown[], Answer> {
  /** The permission that a call needs, or a function of its arguments that returns it. */
  need: Permission | ((...given: Given) => Permission);
  /** What the call counts toward: the person's expensive reads, or the exports that are running. */
  limit?: "read" | "export";
  /**
   * Returns the action and the subject of the audit log's entry, which is written before the answer is returned; null
   * for none. Changes write their entry themselves, in their transaction.
   */
  records?(given: Given, answer: Answer): readonly [action: string, subject: string] | null;
  /** What people get who may not see readers' addresses. */
  masks?: Masks<Given, Answer>;
}

/** Whether addresses in the answer's texts are masked, and how, if it isn't the answer alone. */
type Masks<Given extends readonly unknown[], Answer> = boolean | Masking<Given, Answer>;

interface Masking<Given extends readonly unknown[], Answer> {
  /** Returns the arguments with which the function is called instead. */
  given?(...given: Given): Given;
  answer: boolean | ((answer: Answer) => Answer);
}

type Callable = (...given: never[]) => unknown;

/** Whether a value of the type has text that isn't one of a few known words. */
type HasText<Value> = unknown extends Value
  ? true
  : Value extends string
    ? string extends Value
      ? true
      : false
    : Value extends ReadableStream | Response
      ? true
      : Value extends object
        ? HasText<Value extends readonly (infer Element)[] ? Element : Value[keyof Value]>
        : false;

/** Filters must match only what the person can read, or they would confirm an address. */
type MasksOf<Given extends readonly unknown[], Answer> = Given extends readonly [
  string,
  ResolvedFilters,
  ...unknown[],
]
  ? { masks: Masking<Given, Answer> & Required<Pick<Masking<Given, Answer>, "given">> }
  : true extends HasText<Answer>
    ? { masks: Masks<Given, Answer> }
    : object;

/** Viewers don't see readers' addresses, so what they may call has to say what it masks. */
export type AccessOf<Function extends Callable> = Access<
  Parameters<Function>,
  Awaited<ReturnType<Function>>
> &
  (
    | { need: Exclude<Permission, PermissionOf<"viewer">> }
    | MasksOf<Parameters<Function>, Awaited<ReturnType<Function>>>
  );

type FunctionName<Room> = {
  [Name in keyof Room]: Room[Name] extends Callable ? Name : never;
}[keyof Room];

type AccessTable = {
  [Room in keyof Services]?: {
    [Name in FunctionName<Services[Room]>]?: Services[Room][Name] extends Callable
      ? AccessOf<Services[Room][Name]>
      : never;
  };
};

/** Lets filters match only what remains readable. The store also masks what it streams or lists by them. */
function readable<Rest extends unknown[]>(
  projectId: string,
  filters: ResolvedFilters,
  ...rest: Rest
): [string, ResolvedFilters, ...Rest] {
  return [projectId, { ...filters, masked: true }, ...rest];
}

/**
 * What applies to each service function: who may call it, what it masks, counts, and records. Handlers and pages can't
 * reach functions that aren't listed, and nothing else enforces permissions.
 */
export const ACCESS = {
  feedback: {
    page: { need: "read", masks: { given: readable, answer: true } },
    detail: {
      need: "read",
      // What the interface doesn't define can be anything.
      masks: { answer: (item) => ({ ...maskAnswer(item), extra: {} }) },
    },
    contact: {
      need: "contacts",
      records: ([projectId, id], contact) =>
        contact === null ? null : ["revealed the address on", `${id} in ${projectId}`],
    },
    evidence: { need: "jobs" },
    earlierPulls: { need: "jobs" },
    similar: { need: "read", masks: true, limit: "read" },
    itemPage: {
      need: "read",
      // The documentation isn't readers' words, but the address that its files were looked up by is.
      masks: { answer: (page) => ({ ...page, tried: maskAnswer(page.tried) }) },
    },
    ids: { need: "read", masks: { given: readable, answer: false }, limit: "read" },
    facets: { need: "read", masks: { given: readable, answer: false }, limit: "read" },
    pages: { need: "read", masks: { given: readable, answer: false }, limit: "read" },
    activity: { need: "read", masks: { given: readable, answer: false }, limit: "read" },
    insights: { need: "read", masks: { given: readable, answer: true }, limit: "read" },
    // Names of pages and titles of jobs can have addresses.
    history: { need: "read", masks: true, limit: "read" },
    export: {
      need: (_projectId, _filters, { contacts }) => (contacts ? "contacts" : "read"),
      masks: { given: readable, answer: false },
      limit: "export",
      records: ([projectId, , { contacts, format }]) =>
        contacts ? ["exported feedback with addresses from", `${projectId} (${format})`] : null,
    },
  },
  readLimits: { checkExport: { need: "read" } },
  pageViews: { replace: { need: "import" } },
  items: { delete: { need: "delete" } },
  imports: {
    add: { need: "import" },
    check: { need: "import" },
    list: { need: "import" },
    undo: { need: "import" },
  },
  sample: {
    isPresent: { need: "read" },
    count: { need: "read" },
    remove: { need: "delete" },
  },
  setup: {
    read: { need: "read" },
    progress: { need: "settings" },
    setHidden: { need: "settings" },
    testAgent: { need: "settings" },
    testConnection: { need: "sync" },
  },
  readers: { count: { need: "delete" }, forget: { need: "delete" } },
  triage: { setStatus: { need: "triage" }, undo: { need: "triage" } },
  decisions: { apply: { need: "triage" } },
  notes: { add: { need: "triage" }, edit: { need: "triage" }, delete: { need: "triage" } },
  notifications: {
    list: { need: "read", masks: true },
    unread: { need: "read" },
    markRead: { need: "read" },
  },
  home: { read: { need: "read", masks: true }, visit: { need: "read" } },
  // The service masks the team's views, but not the person's own. It knows which are the team's.
  views: {
    stored: { need: "read", masks: false },
    find: { need: "read", masks: false },
    list: { need: "read", masks: false },
    create: { need: (_projectId, { isTeam }) => (isTeam ? "triage" : "read"), masks: false },
    change: { need: (_projectId, _id, { isTeam }) => (isTeam ? "triage" : "read"), masks: false },
    delete: { need: "read", masks: false },
    arrange: { need: "read", masks: false },
  },
  settings: { read: { need: "read", masks: true }, change: { need: "settings" } },
  docs: {
    check: {
      need: (_projectId, unsaved) => (unsaved ? "settings" : "read"),
      masks: true,
      limit: "read",
    },
    leash: { need: "read", masks: true, limit: "read" },
  },
  jobs: {
    create: { need: "jobs" },
    list: {
      need: "read",
      // The query is masked as well, so that it can't confirm an address in a page's name.
      masks: { given: (projectId, query) => [projectId, maskAnswer(query)], answer: true },
    },
    counts: { need: "read", masks: false },
    spending: { need: "read", masks: false },
    check: { need: "jobs" },
    findByPlatformId: { need: "read", masks: false },
    get: { need: "read", masks: true },
    checkNow: { need: "read", masks: true },
    setOutcome: { need: "jobs" },
    message: { need: "jobs" },
    cancelMessage: { need: "jobs" },
    applySuggestedTriage: { need: "jobs" },
    archive: { need: "jobs" },
    stopAgent: { need: "jobs" },
    decideHeld: { need: "jobs" },
    heldDiff: { need: "read", masks: true, limit: "read" },
    follow: {
      need: "read",
      masks: {
        given: (projectId, jobId, follower) => [projectId, jobId, { ...follower, isMasked: true }],
        answer: false,
      },
    },
    report: { need: "read", masks: true },
  },
  readerMessages: { list: { need: "contacts" }, open: { need: "contacts" } },
  changes: {
    revision: { need: "read", masks: false },
    follow: { need: "read", masks: false },
  },
  mirror: { status: { need: "read", masks: false }, refresh: { need: "sync" } },
  embeddings: { status: { need: "read", masks: false } },
  skippedItems: {
    list: { need: "contacts" },
    count: { need: "read" },
    dismiss: { need: "triage" },
  },
  keys: { list: { need: "keys" }, create: { need: "keys" }, revoke: { need: "keys" } },
  collect: {
    keys: { need: "keys" },
    createKey: { need: "keys" },
    disableKey: { need: "keys" },
    updateKey: { need: "keys" },
    spamPosts: { need: "triage" },
    restore: { need: "triage" },
    countSpamPosts: { need: "triage" },
    deleteSpamPosts: { need: "delete" },
  },
  // The documentation, which no reader wrote.
  site: { open: { need: "read", masks: false } },
  pulls: {
    ofFiles: { need: "jobs" },
    get: { need: "read", masks: true },
    render: { need: "read", masks: true, limit: "read" },
    merge: { need: "jobs" },
    close: { need: "jobs" },
    update: { need: "jobs" },
  },
  reviews: {
    read: { need: "read", masks: true },
    render: { need: "read", masks: true, limit: "read" },
    setVerdict: { need: "jobs" },
    // What the person alone has reviewed.
    setReviewed: { need: "read" },
    merge: { need: "jobs" },
  },
  reviewComments: {
    list: { need: "jobs" },
    save: { need: "jobs" },
    delete: { need: "jobs" },
    discard: { need: "jobs" },
    edit: { need: "jobs" },
  },
  hostComments: {
    list: { need: "read", masks: true },
    take: { need: "jobs" },
  },
  // Each person's own.
  drafts: {
    list: { need: "jobs" },
    read: { need: "jobs" },
    save: { need: "jobs" },
    delete: { need: "jobs" },
  },
  people: {
    people: { need: "people" },
    teammates: { need: "read", masks: false },
    invite: { need: "people" },
    createPasswordLink: { need: "people" },
    revokeInvitation: { need: "people" },
    setRole: { need: "people" },
    setDisabled: { need: "people" },
    delete: { need: "people" },
    resetSecondFactor: { need: "people" },
    log: { need: "people" },
  },
  // The person's own account, for every role.
  account: {
    sessions: { need: "read", masks: false },
    endSession: { need: "read" },
    changePassword: { need: "read", masks: false },
    secondFactor: { need: "read" },
    startSecondFactor: { need: "read", masks: false },
    turnOffSecondFactor: { need: "read", masks: false },
    createRecoveryCodes: { need: "read", masks: false },
    passkeys: { need: "read", masks: false },
    startPasskey: { need: "read", masks: false },
    addPasskey: { need: "read" },
    removePasskey: { need: "read" },
  },
} as const satisfies AccessTable;
