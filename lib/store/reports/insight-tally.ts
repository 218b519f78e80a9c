import "server-only";
import type { InsightSums, Share, WaitTime } from "../../contract/api/insights.ts";
import type { FacetGroup } from "../filter-sql/facet-filters.ts";
import type { WaitMeasure } from "../schema/wait-times.ts";
import { lowerBound, upperBound } from "./lower-bound.ts";
import { type WaitBucket, waitOfBucket } from "./wait-buckets.ts";

/** Adds up the events of a range of days. */
export class InsightTally {
  #total = 0;
  readonly #source: Record<string, number> = {};
  readonly #status: Record<string, number> = {};
  readonly #votes = { up: 0, down: 0 };
  /** Items by bucket. */
  readonly #buckets: Record<WaitMeasure, number[]> = { decision: [], resolution: [] };

  addItems({ source, status, helpful }: FacetGroup, entries: number): void {
    this.#total += entries;
    this.#source[source] = (this.#source[source] ?? 0) + entries;
    this.#status[status] = (this.#status[status] ?? 0) + entries;
    if (helpful === 1) this.#votes.up += entries;
    if (helpful === 0) this.#votes.down += entries;
  }

  addWait({ measure, bucket, items }: WaitBucket): void {
    const buckets = this.#buckets[measure];
    buckets[bucket] = (buckets[bucket] ?? 0) + items;
  }

  /** Adds the tally of another range of days. */
  add(other: InsightTally): void {
    this.#total += other.#total;
    addCounts(this.#source, other.#source);
    addCounts(this.#status, other.#status);
    this.#votes.up += other.#votes.up;
    this.#votes.down += other.#votes.down;
    for (const measure of ["decision", "resolution"] as const) {
      other.#buckets[measure].forEach((items, bucket) => {
        this.addWait({ measure, bucket, items });
      });
    }
  }

  sums(): InsightSums {
    const { up, down } = this.#votes;
    const count = (status: string) => this.#status[status] ?? 0;
    const actionable = count("in_progress") + count("resolved");
    return {
      total: this.#total,
      source: this.#source,
      status: this.#status,
      helpful: shareOf(up, up + down),
      actionable: shareOf(actionable, actionable + count("dismissed")),
      decision: waitTimeOf(this.#buckets.decision),
      resolution: waitTimeOf(this.#buckets.resolution),
    };
  }
}

function addCounts(sums: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}

function shareOf(part: number, whole: number): Share {
  if (whole === 0) return { part, whole, low: null, high: null };
  return { part, whole, low: lowerBound(part, whole), high: upperBound(part, whole) };
}

/** @param buckets items by bucket */
function waitTimeOf(buckets: readonly number[]): WaitTime {
  const items = buckets.reduce((sum, count) => sum + count, 0);
  const within = (share: number) => {
    let rest = Math.ceil(items * share);
    const bucket = buckets.findIndex((count = 0) => {
      rest -= count;
      return rest <= 0;
    });
    return items === 0 ? null : waitOfBucket(bucket);
  };
  return { items, median: within(0.5), p90: within(0.9) };
}
