import type { ReadNotifications } from "../contract/api/notifications.ts";
import type { NewView, ViewArrangement, ViewChange } from "../contract/api/views.ts";
import { createBrowserLog, type LogStorage } from "./browser-log.ts";
import type { SendFailure } from "./outbox.ts";
import { CHANGE_PREFIX } from "./stored-keys.ts";
import { createUnsentOutbox, type Unsent } from "./unsent-outbox.ts";

/** A change of saved views, or of which notifications are read. */
export type PersonalChange =
  | { kind: "create_view"; view: NewView }
  | { kind: "update_view"; viewId: string; name: string; change: ViewChange }
  | { kind: "delete_view"; viewId: string; name: string }
  | { kind: "arrange_views"; arrangement: ViewArrangement }
  | { kind: "mark_read"; which: ReadNotifications };

/** A change that the server hasn't confirmed. */
export type UnsavedChange = PersonalChange & Unsent;

/**
 * Keeps one person's personal changes in a project. Sending one again changes nothing: a view gets its ID here, and
 * everything else sets a value. A new order of views, or default view, replaces an earlier one that waits.
 * @param options.storage null where the browser offers none
 */
export function createPersonalChanges(options: {
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  send: (change: UnsavedChange) => Promise<void>;
  failureOf: (error: unknown) => SendFailure;
  exclusive: (work: () => Promise<void>) => Promise<void>;
}) {
  const { storage, personId, projectId, ...others } = options;
  return createUnsentOutbox<UnsavedChange>({
    ...others,
    log: createBrowserLog(storage, CHANGE_PREFIX, [personId, projectId], isChange),
    replaces: (change, earlier) =>
      change.kind === "arrange_views" &&
      earlier.kind === "arrange_views" &&
      Object.keys(earlier.arrangement).every((name) => name in change.arrangement),
  });
}

const KINDS: Record<PersonalChange["kind"], true> = {
  create_view: true,
  update_view: true,
  delete_view: true,
  arrange_views: true,
  mark_read: true,
};

function isChange(value: Partial<UnsavedChange>): value is UnsavedChange {
  return Object.hasOwn(KINDS, value.kind ?? "");
}
