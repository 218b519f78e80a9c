import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { NoiseReason } from "../../../lib/contract/api/noise.ts";
import { type FeedbackFilters, ME, UNASSIGNED } from "../../../lib/filters/feedback-filters.ts";
import { valuesAfter } from "../../../lib/item-fields/values-after.ts";
import type { OutboxState } from "../../../lib/outbox/outbox.ts";

/** What items have that the server's list doesn't show yet, by ID. */
export interface UnsavedValues {
  statuses: ReadonlyMap<string, string | null>;
  /** A person's ID, or null for nobody. */
  assignees: ReadonlyMap<string, string | null>;
  /** Why they are suspected noise, or null if they aren't. */
  noise: ReadonlyMap<string, string | null>;
  /** Labels that were put on (true) or taken off (false). */
  labels: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

/** Returns what items have because of decisions that aren't saved or shown yet. */
export function unsavedValues({
  confirmed,
  waiting,
}: Pick<OutboxState, "confirmed" | "waiting">): UnsavedValues {
  const after = valuesAfter([...confirmed, ...waiting]);
  return {
    statuses: after.of("status"),
    assignees: after.of("assignee"),
    noise: after.of("noise"),
    labels: after.keysOf("label"),
  };
}

type Filters = Pick<FeedbackFilters, "status" | "assignee" | "noise" | "label">;

/**
 * Applies what the server's list doesn't have yet, and removes rows that no longer match the filters.
 * @param me ID of the person who reads the list
 */
export function withUnsavedValues(
  rows: FeedbackRow[],
  unsaved: UnsavedValues,
  filters: Filters,
  me: string,
): FeedbackRow[] {
  const { statuses, assignees } = unsaved;
  if (statuses.size + assignees.size + unsaved.noise.size + unsaved.labels.size === 0) return rows;
  return rows.flatMap((row) => {
    const status = statuses.get(row.id) ?? row.status;
    const assigned = assignees.get(row.id);
    const assignee = assigned === undefined ? row.assignee : assigned;
    const before = row.noise ?? null;
    const reason = unsaved.noise.get(row.id);
    const noise = reason === undefined ? before : (reason as NoiseReason | null);
    const labels = withUnsavedLabels(row.labels, unsaved.labels.get(row.id));
    const group = withListed(row.group, (id) => isStillListed(id, unsaved, filters, me));
    const isSame = status === row.status && assignee === row.assignee && group === row.group;
    if (isSame && noise === before && labels === row.labels) return [row];
    return matchesFilters(filters, { status, assignee, noise, labels }, me)
      ? [{ ...withStatus(row, status), assignee, noise, labels, group }]
      : [];
  });
}

/** Returns a row's group without the items that have left the list. A single one is no group. */
function withListed(group: FeedbackRow["group"], isListed: (id: string) => boolean) {
  const ids = group?.ids.filter(isListed);
  if (!group || !ids || ids.length === group.ids.length) return group;
  const items = group.items - (group.ids.length - ids.length);
  return items > 1 ? { ...group, ids, items } : undefined;
}

/**
 * Whether an item that matches the filters on the server still does.
 * @param me ID of the person who reads the list
 */
export function isStillListed(
  id: string,
  { statuses, assignees, noise }: Pick<UnsavedValues, "statuses" | "assignees" | "noise">,
  filters: Filters,
  me: string,
): boolean {
  const [status, assignee] = [statuses.get(id) ?? undefined, assignees.get(id)];
  return matchesFilters(filters, { status, assignee, noise: noise.get(id) }, me);
}

/** Returns an item's labels with those that aren't saved yet put on or taken off. */
export function withUnsavedLabels<Labels extends readonly string[] | null | undefined>(
  saved: Labels,
  unsaved: ReadonlyMap<string, boolean> | undefined,
): Labels | string[] {
  if (!unsaved) return saved;
  const kept = (saved ?? []).filter((label) => !unsaved.has(label));
  return [...kept, ...[...unsaved].flatMap(([label, on]) => (on ? label : []))];
}

/** Returns the row with a status that isn't saved yet. Only a saved one can differ from the platform's. */
function withStatus(row: FeedbackRow, status: string): FeedbackRow {
  const platformStatus = row.platformStatus === row.status ? status : row.platformStatus;
  return { ...row, status, platformStatus };
}

/** What someone changed of an item. */
interface ItemValues {
  status?: string;
  assignee?: string | null;
  noise?: string | null;
  labels?: readonly string[] | null;
}

/**
 * Whether an item matches the filters with what someone changed of it.
 * @param me ID of the person who reads the list
 */
export function matchesFilters(
  { status: statuses, assignee: person, noise: isNoise, label }: Filters,
  { status, assignee, noise, labels }: ItemValues,
  me: string,
): boolean {
  if (labels && label && !label.some((one) => labels.includes(one))) return false;
  const hasStatus = status === undefined || !statuses || statuses.some((one) => one === status);
  const isTheirs = person === (assignee ?? UNASSIGNED) || (person === ME && assignee === me);
  const hasNoise = noise === undefined || isNoise === null || isNoise === (noise !== null);
  return hasStatus && hasNoise && (assignee === undefined || person === null || isTheirs);
}
