import "server-only";
import type { Generated } from "kysely";

/** An item that is in a group of near-duplicates, or that a person took out of one. */
export interface GroupMemberTable {
  project_id: string;
  feedback_id: string;
  /** Null for an item that stays on its own. */
  group_id: string | null;
  /** 1 if a person put it there, so that a changed text changes nothing. */
  by_person: Generated<number>;
  /** 1 if everything else in the group was resolved when the item arrived. */
  is_recurrence: Generated<number>;
  /** As in `FeedbackTable`. */
  sort_at: number;
  /** Facet group and page of the item. Triggers maintain them. */
  kind: Generated<number>;
  page: Generated<string>;
  /** ID of the person's decision, for undo; null for one by Errata. */
  change: string | null;
}

/** Number of items per group. Triggers maintain it. */
export interface GroupSizeTable {
  project_id: string;
  group_id: string;
  items: number;
}

/** Number of items per facet group in groups of many. Triggers maintain it. */
export interface LargeGroupTable {
  project_id: string;
  kind: number;
  /** How many items the groups have at least: one of the sizes of the filter. */
  minimum: number;
  items: number;
}

/** An item that others are compared with: one on its own, or the representative of a group. */
export interface AnchorTable {
  number: Generated<number>;
  project_id: string;
  feedback_id: string;
  /** JSON list of its buckets. */
  buckets: string;
}

/** Which anchors are in a bucket. Near-duplicates have buckets in common. */
export interface BucketTable {
  bucket: number;
  /** Number of an anchor. */
  anchor: number;
}

/** Items whose groups have to be found. Triggers add them, and `indexSomeGroups` removes them. */
export interface GroupQueueTable {
  project_id: string;
  feedback_id: string;
}

/** Two items that a person said aren't similar. They aren't suggested for each other. */
export interface NotSimilarTable {
  project_id: string;
  feedback_id: string;
  other_id: string;
  /** As in `GroupMemberTable`. */
  change: string;
}

export interface GroupTables {
  feedback_group_member: GroupMemberTable;
  feedback_group_size: GroupSizeTable;
  feedback_large_group: LargeGroupTable;
  feedback_anchor: AnchorTable;
  feedback_bucket: BucketTable;
  feedback_group_queue: GroupQueueTable;
  feedback_not_similar: NotSimilarTable;
}
