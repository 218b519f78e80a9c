import "server-only";
import { assertPermission } from "../auth/role.ts";
import type { Person } from "../contract/api/people.ts";
import type { Permission } from "../contract/api/permissions.ts";
import type { Services } from "./open.ts";

type Callable = (...given: never[]) => unknown;

/** The permission that a call needs, or a function of its arguments that returns it. */
type Need<Function> = Function extends (...given: infer Given) => unknown
  ? Permission | ((...given: Given) => Permission)
  : never;

type Needs = {
  [Room in keyof Services]?: {
    [Name in keyof Services[Room] as Services[Room][Name] extends Callable ? Name : never]?: Need<
      Services[Room][Name]
    >;
  };
};

/**
 * The permission that each service function needs. This is the only place where permissions are
 * enforced; handlers and pages can't reach functions that aren't listed.
 */
const NEEDS = {
  feedback: {
    page: "read",
    detail: "read",
    contact: "contacts",
    evidence: "jobs",
    similar: "read",
    itemPage: "read",
    ids: "read",
    facets: "read",
    pages: "read",
    activity: "read",
    insights: "read",
    history: "read",
    export: (_projectId, _filters, { contacts }) => (contacts ? "contacts" : "read"),
  },
  pageViews: { replace: "import" },
  items: { delete: "delete" },
  imports: { add: "import", check: "import", list: "import", undo: "import" },
  sample: { isPresent: "read", count: "read", remove: "delete" },
  readers: { count: "delete", forget: "delete" },
  triage: { setStatus: "triage", undo: "triage" },
  decisions: { apply: "triage" },
  notes: { add: "triage", edit: "triage", delete: "triage" },
  notifications: { list: "read", unread: "read", markRead: "read" },
  home: { read: "read", visit: "read" },
  // Of views that exist, the service knows whether they are the team's.
  views: {
    stored: "read",
    find: "read",
    list: "read",
    create: (_projectId, { isTeam }) => (isTeam ? "triage" : "read"),
    change: (_projectId, _id, { isTeam }) => (isTeam ? "triage" : "read"),
    delete: "read",
    arrange: "read",
  },
  settings: { read: "read", change: "settings" },
  docs: { check: (_projectId, unsaved) => (unsaved ? "settings" : "read") },
  jobs: {
    create: "jobs",
    list: "read",
    counts: "read",
    check: "jobs",
    findByPlatformId: "read",
    get: "read",
    checkNow: "read",
    setOutcome: "jobs",
    message: "jobs",
    cancelMessage: "jobs",
    applySuggestedTriage: "jobs",
    archive: "jobs",
    report: "read",
  },
  readerMessages: { list: "contacts", open: "contacts" },
  changes: { revision: "read", follow: "read" },
  mirror: { status: "read", refresh: "sync" },
  embeddings: { status: "read" },
  quarantine: { list: "contacts", count: "read", dismiss: "triage" },
  keys: { list: "keys", create: "keys", revoke: "keys" },
  collect: {
    keys: "keys",
    createKey: "keys",
    disableKey: "keys",
    updateKey: "keys",
    suspects: "triage",
    restore: "triage",
    countSuspects: "triage",
    deleteSuspects: "delete",
  },
  site: { open: "read" },
  pulls: { get: "read", merge: "jobs", close: "jobs" },
  people: {
    people: "people",
    teammates: "read",
    invite: "people",
    createPasswordLink: "people",
    revokeInvitation: "people",
    setRole: "people",
    setDisabled: "people",
    delete: "people",
    resetSecondFactor: "people",
    log: "people",
  },
  // The person's own account, for every role.
  account: {
    sessions: "read",
    endSession: "read",
    changePassword: "read",
    secondFactor: "read",
    startSecondFactor: "read",
    turnOffSecondFactor: "read",
    createRecoveryCodes: "read",
    passkeys: "read",
    startPasskey: "read",
    addPasskey: "read",
    removePasskey: "read",
  },
} as const satisfies Needs;

type Named = typeof NEEDS;

/** The services for one person. Each function throws `Forbidden` without the permission it needs. */
export type PermittedServices = {
  [Room in keyof Named]: Pick<Services[Room], keyof Named[Room] & keyof Services[Room]>;
};

/** Returns the services for one person. */
export function permittedServices(person: Person, services: Services): PermittedServices {
  const rooms = Object.entries(NEEDS).map(([room, needs]) => [
    room,
    guarded(person, services[room as keyof Named] as unknown as Record<string, Callable>, needs),
  ]);
  return Object.fromEntries(rooms) as PermittedServices;
}

function guarded(
  person: Person,
  room: Record<string, Callable>,
  needs: Record<string, Permission | ((...given: never[]) => Permission)>,
): Record<string, Callable> {
  const functions = Object.entries(needs).map(([name, need]) => {
    const guard = (...given: never[]) => {
      assertPermission(person, typeof need === "function" ? need(...given) : need);
      return room[name]?.(...given);
    };
    return [name, guard];
  });
  return Object.fromEntries(functions);
}
