import "server-only";
import type { Finding, Verdict } from "../contract/api/job-review.ts";
import type { PullFile } from "../contract/api/pull-request.ts";
import { findingsIn } from "./findings.ts";
import {
  isPageOf,
  type LinkedItem,
  linkOf,
  type PreparedChange,
  type PreparedItem,
  prepareChange,
  prepareItem,
} from "./prepare.ts";
import { changesOf, textOf } from "./runs.ts";

/** The proposed verdict about an item. */
export interface Proposal {
  verdict: Verdict;
  /** IDs of the hunks that touch the text that the item is about. */
  hunks: string[];
}

export interface Review {
  /** In the order of the items. */
  proposals: Proposal[];
  /** The most important ones. */
  findings: Finding[];
  moreFindings: number;
  /** Changed files that are no item's page. */
  outside: string[];
  /** Changed files whose diff is cut. */
  unread: string[];
}

/** Most comparisons of an item with a change. */
const MAX_COMPARISONS = 50_000;
/** Most of each list. */
const MAX_LISTED = 100;
/** Findings after which no more are looked for. */
const MAX_FINDINGS = 1_000;

interface Link {
  item: number;
  change: PreparedChange;
  link: "exact" | "near" | "page";
}

/** Compares linked items with the changes of files, in steps. */
export function* reviewing(
  items: readonly LinkedItem[],
  files: readonly PullFile[],
): Generator<void, Review> {
  const changes = changesOf(files).map(prepareChange);
  const all = items.map(prepareItem);
  const { links, compared } = yield* linking(all, changes);
  const byItem = Map.groupBy(links, ({ item }) => item);
  const byChange = Map.groupBy(links, ({ change }) => change);
  const added = new Set(
    changes.flatMap(({ runs }) => runs.flatMap((run) => textOf(run.added).split("\n"))),
  );
  const moved = (line: string) => line.trim() !== "" && added.has(line);
  const findings: Finding[] = [];
  for (const change of changes) {
    const linked = (byChange.get(change) ?? []).flatMap(({ item }) => all[item] ?? []);
    if (findings.length < MAX_FINDINGS) findings.push(...findingsIn(change, linked, moved));
    yield;
  }
  const outside = files.filter(({ path }) => !items.some((item) => isPageOf(item, path)));
  const unread = files.filter(({ cut }) => cut);
  const isRead = ({ item }: PreparedItem, index: number) =>
    index < compared && !unread.some(({ path }) => isPageOf(item, path));
  return {
    proposals: all.map((one, index) =>
      proposalFor(one, byItem.get(index) ?? [], isRead(one, index)),
    ),
    findings: findings.toSorted(byWeight).slice(0, MAX_LISTED),
    moreFindings: Math.max(findings.length - MAX_LISTED, 0),
    outside: pathsOf(outside),
    unread: pathsOf(unread),
  };
}

function pathsOf(files: readonly PullFile[]): string[] {
  return files.slice(0, MAX_LISTED).map(({ path }) => path);
}

const WEIGHT: Record<Finding["kind"], number> = { removed: 0, rewritten: 1, fact: 2 };
const byWeight = (one: Finding, other: Finding) => WEIGHT[one.kind] - WEIGHT[other.kind];

/**
 * Links items with changes of their pages. Items whose page didn't change are linked with all changes that touch their
 * words.
 * @returns the links, and how many of the items were compared in full
 */
function* linking(
  all: readonly PreparedItem[],
  changes: readonly PreparedChange[],
): Generator<void, { links: Link[]; compared: number }> {
  const links: Link[] = [];
  let left = MAX_COMPARISONS;
  for (const [item, one] of all.entries()) {
    const own = changes.filter(({ path }) => isPageOf(one.item, path));
    for (const change of own.length > 0 ? own : changes) {
      left -= 1;
      if (left < 0) return { links, compared: item };
      const link = linkOf(one, change);
      if (own.length > 0) links.push({ item, change, link: link ?? "page" });
      else if (link === "exact") links.push({ item, change, link });
    }
    yield;
  }
  return { links, compared: all.length };
}

/** @param isRead whether every change of the item's page was compared with it */
function proposalFor(
  { correction }: PreparedItem,
  links: readonly Link[],
  isRead: boolean,
): Proposal {
  const untouched = isRead ? "not_addressed" : "unclear";
  const exact = links.filter(({ link }) => link === "exact");
  const near = links.filter(({ link }) => link === "near");
  const [shown] = [exact, near, links].filter(({ length }) => length > 0);
  const hunks = (shown ?? []).slice(0, MAX_LISTED).map(({ change }) => change.id);
  if (links.length === 0) return { verdict: untouched, hunks };
  if (correction) {
    const { from, to } = correction;
    const isDone = exact.some(
      ({ change }) => change.removed.includes(from) && change.added.includes(to),
    );
    return { verdict: isDone ? "addressed" : untouched, hunks };
  }
  return { verdict: exact.length + near.length > 0 ? "addressed" : "unclear", hunks };
}
