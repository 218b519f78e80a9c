import "server-only";
import { randomUUID } from "node:crypto";
import { compareItems } from "../groups/compare.ts";
import { isComparable, type Profile } from "../groups/profile.ts";
import { createPause } from "../pause.ts";
import {
  BUCKET_LIMIT,
  mostShared,
  type Representative,
  type StoredRepresentative,
} from "./representatives.ts";

/** An item of the queue that still exists. */
export interface Item {
  id: string;
  profile: Profile;
  buckets: number[];
  /** Epoch milliseconds. */
  sortAt: number;
  firstSeenAt: number;
}

/** An item of a group, with its current text. */
export interface Member {
  id: string;
  profile: Profile;
}

/** The group that an item is in. */
export interface Membership {
  groupId: string | null;
  byPerson: boolean;
}

/** Collects the results of one transaction, one item after the other. */
export class GroupAssignment {
  readonly stored: ReadonlyMap<string, StoredRepresentative>;
  /** Items that joined a group, or stay in theirs. */
  readonly joined: {
    item: Item;
    groupId: string;
    isNew: boolean;
    /** Whether it was in another group. */
    isMoved: boolean;
    representativeSeenAt: number;
  }[] = [];
  /** Items that were alone until another one joined them, with their new group. */
  readonly newMembers: { id: string; groupId: string; sortAt: number }[] = [];
  /** Items that left their group. */
  readonly removedIds: string[] = [];
  /** The buckets of new representatives. */
  readonly representatives = new Map<string, number[]>();

  readonly #memberships: ReadonlyMap<string, Membership>;
  readonly #known: ReadonlyMap<number, Representative>;
  readonly #byBucket: Map<number, (number | Representative)[]>;
  /** Number of representatives in each of the items' groups. */
  readonly #representativeCounts: Map<string, number>;
  readonly #members: ReadonlyMap<string, Member[]>;
  /** Comparing long comments takes milliseconds. */
  readonly #pause = createPause();
  /**
   * Representatives whose texts may have changed. Those in this assignment are compared with their new text.
   */
  readonly #outdated: ReadonlySet<string>;

  constructor(options: {
    items: readonly Item[];
    memberships: ReadonlyMap<string, Membership>;
    stored: ReadonlyMap<string, StoredRepresentative>;
    byBucket: ReadonlyMap<number, number[]>;
    known: ReadonlyMap<number, Representative>;
    representativeCounts: ReadonlyMap<string, number>;
    /** A few members of the groups whose representatives are among the items. */
    members: ReadonlyMap<string, Member[]>;
  }) {
    this.stored = options.stored;
    this.#memberships = options.memberships;
    this.#known = options.known;
    this.#byBucket = new Map(options.byBucket);
    this.#representativeCounts = new Map(options.representativeCounts);
    this.#members = options.members;
    this.#outdated = new Set(options.stored.keys());
  }

  /** Finds the group of an item. */
  async place(item: Item): Promise<void> {
    const { groupId = null, byPerson = false } = this.#memberships.get(item.id) ?? {};
    if (byPerson) {
      this.#representative(item, groupId);
      return;
    }
    const match = await this.#best(item, groupId);
    const hasOther = match?.groupId === groupId;
    if (!hasOther && groupId !== null && (await this.#represents(item, groupId))) {
      this.#representative(item, groupId);
      return;
    }
    if (groupId !== null && this.stored.has(item.id)) this.#countRepresentatives(groupId, -1);
    if (match) {
      this.#join(item, match);
      return;
    }
    if (groupId !== null) this.removedIds.push(item.id);
    if (isComparable(item.profile)) this.#representative(item, null);
  }

  /**
   * A group keeps its representative while another member still matches its text. A group without one gets a
   * new one.
   */
  async #represents({ id, profile }: Item, groupId: string): Promise<boolean> {
    if (!isComparable(profile)) return false;
    if (!this.stored.has(id)) return !this.#representativeCounts.get(groupId);
    for (const member of this.#members.get(groupId) ?? []) {
      if (member.id === id) continue;
      await this.#pause();
      if (compareItems(profile, member.profile).verdict === "same") return true;
    }
    return false;
  }

  #countRepresentatives(groupId: string, change: number): void {
    this.#representativeCounts.set(
      groupId,
      (this.#representativeCounts.get(groupId) ?? 0) + change,
    );
  }

  #representative(item: Item, groupId: string | null): void {
    if (groupId !== null && !this.stored.has(item.id)) this.#countRepresentatives(groupId, 1);
    this.#compareWith(item, groupId);
  }

  /** Compares later items of the transaction with this one, too. */
  #compareWith(item: Item, groupId: string | null): void {
    const { id: feedbackId, profile, sortAt, firstSeenAt } = item;
    const representative = { feedbackId, profile, groupId, sortAt, firstSeenAt };
    const isFree = (bucket: number) => (this.#byBucket.get(bucket)?.length ?? 0) < BUCKET_LIMIT;
    const had: number[] = JSON.parse(this.stored.get(item.id)?.buckets ?? "[]");
    const buckets = item.buckets.filter((bucket) => had.includes(bucket) || isFree(bucket));
    this.representatives.set(item.id, buckets);
    for (const bucket of buckets) {
      this.#byBucket.set(bucket, [...(this.#byBucket.get(bucket) ?? []), representative]);
    }
  }

  #join(item: Item, representative: Representative): void {
    if (representative.groupId === null) {
      representative.groupId = randomUUID();
      const { feedbackId: id, groupId, sortAt } = representative;
      this.newMembers.push({ id, groupId, sortAt });
      this.#countRepresentatives(groupId, 1);
    }
    const { groupId, firstSeenAt: representativeSeenAt } = representative;
    const before = this.#memberships.get(item.id)?.groupId ?? null;
    const isNew = before !== groupId;
    this.joined.push({
      item,
      groupId,
      isNew,
      isMoved: isNew && before !== null,
      representativeSeenAt,
    });
    // Others may report what it corrects, and say nothing that the group's representative says.
    const { correction } = item.profile.wording;
    if (correction !== null && representative.profile.wording.correction === null) {
      this.#countRepresentatives(groupId, 1);
      this.#compareWith(item, groupId);
    }
  }

  /** The most similar representative: of the same page or snippet first, and of the item's own group before others. */
  async #best(item: Item, ownGroup: string | null): Promise<Representative | null> {
    let best: Representative | null = null;
    let bestScore = 0;
    for (const candidate of mostShared(
      item.buckets,
      (bucket) => this.#byBucket.get(bucket) ?? [],
    )) {
      const representative = typeof candidate === "number" ? this.#current(candidate) : candidate;
      if (!representative || representative.feedbackId === item.id) continue;
      await this.#pause();
      const { verdict, share } = compareItems(item.profile, representative.profile);
      if (verdict !== "same") continue;
      const isOwn = ownGroup !== null && representative.groupId === ownGroup;
      const isNear = areNear(item.profile, representative.profile);
      const score = share + (isNear ? 1 : 0) + (isOwn ? 2 : 0);
      if (best && score <= bestScore) continue;
      [best, bestScore] = [representative, score];
    }
    return best;
  }

  /**
   * Returns a stored representative, unless it is an item of this assignment that is still to come, or was
   * replaced.
   */
  #current(number: number): Representative | null {
    const representative = this.#known.get(number) ?? null;
    return representative && this.#outdated.has(representative.feedbackId) ? null : representative;
  }
}

/** Whether two items are about one page or one snippet. */
function areNear(one: Profile, other: Profile): boolean {
  return one.page === other.page || (one.snippet !== null && one.snippet === other.snippet);
}
