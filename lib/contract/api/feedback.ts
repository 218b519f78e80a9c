// Feedback as the dashboard's API returns it. Instants are epoch milliseconds.
import { z } from "zod";
import { ITEM_FIELDS } from "./item-fields.ts";
import { jobReference } from "./job-reference.ts";
import { NOISE_REASONS } from "./noise.ts";
import { note } from "./notes.ts";
import { PULL_STATES } from "./pull-states.ts";
import { commentedLines } from "./review-comments.ts";

const noiseReason = z.enum(NOISE_REASONS);

/** Why a search found an item: the part of its comment or code around the match, on one line. */
export const matchReason = z.strictObject({ in: z.enum(["comment", "code"]), text: z.string() });
export type MatchReason = z.infer<typeof matchReason>;

/** The near-duplicates, or the bare votes for a page on one day, that match the filters and that one row stands for. */
export const rowGroup = z.strictObject({
  /** The IDs of the newest ones, the row's own included. */
  ids: z.array(z.string()),
  /** Number of items. */
  items: z.number(),
  /** Number of pages that they are about. */
  pages: z.number(),
  /** Whether one of them was reported again after the others were resolved. */
  isRecurrence: z.boolean(),
  /** In rows of votes: the number of votes that say that the page isn't helpful; null while unknown. */
  notHelpful: z.number().nullable().optional(),
});
export type RowGroup = z.infer<typeof rowGroup>;

/** A row of the inbox. The comment is cut; `feedbackDetail` has all of it. */
export const feedbackRow = z.strictObject({
  id: z.string(),
  source: z.string(),
  /** The effective status: the team's, until the platform's is known to have changed after it. */
  status: z.string(),
  /** The platform's own status. If it differs, both are shown. */
  platformStatus: z.string(),
  /** Cut at 2,048 characters. */
  path: z.string(),
  /** The documentation page of `path`, used for grouping: `/guides/auth`. */
  page: z.string(),
  /** Cut at 280 characters; null if the reader wrote nothing. */
  comment: z.string().nullable(),
  /** The reasons that the reader chose, as one text, if there is no comment. Cut at 280 characters. */
  reasons: z.string().nullable(),
  createdAt: z.number().nullable(),
  helpful: z.boolean().nullable(),
  /** When the item was found to be deleted on the platform; null while it exists. */
  deletedAt: z.number().nullable(),
  /** ID of the teammate that the item is assigned to; null for nobody. */
  assignee: z.string().nullable(),
  /** Number of the team's notes. */
  notes: z.number(),
  /** IDs of labels, which may be removed from the project by now; left out if there are none. */
  labels: z.array(z.string()).nullish(),
  /** The newest job created for this item. */
  job: jobReference.nullable(),
  /** Set by a search if the row wouldn't show the match otherwise. */
  match: matchReason.nullable(),
  /** Why the item is noise; null or left out if it isn't. */
  noise: noiseReason.nullable().optional(),
  /** The decision that was undone because the reader added something; left out if there is none. */
  changedSince: z.string().optional(),
  /** An instant in ISO 8601, or `reported`; null or left out if the item isn't snoozed. */
  snoozedUntil: z.string().nullable().optional(),
  /** The end of the last snooze, as `snoozedUntil`, if it has passed; left out if someone ended it. */
  snoozeOver: z.string().optional(),
  /** The items that the row stands for; null or left out for one item. */
  group: rowGroup.nullable().optional(),
});
export type FeedbackRow = z.infer<typeof feedbackRow>;

/** One page of the inbox. */
export const feedbackRows = z.strictObject({
  feedback: z.array(feedbackRow),
  /** Cursor of the rows after the last one; null at the end. */
  nextCursor: z.string().nullable(),
  /** Cursor of the rows before the first one; null at the start. */
  prevCursor: z.string().nullable(),
  /** Whether more rows follow in the requested direction. */
  hasMore: z.boolean(),
});
export type FeedbackRows = z.infer<typeof feedbackRows>;

const saidByReader = z.strictObject({
  comment: z.string().nullable(),
  code: z.string().nullable(),
  helpful: z.boolean().nullable(),
  reasons: z.array(z.string()),
});

/** An item's text before and after its reader changed it. */
const readerTexts = z.strictObject({ before: saidByReader, after: saidByReader });
export type ReaderTexts = z.infer<typeof readerTexts>;

/**
 * A change of one of an item's fields: `set` and `undo` by the team, `platform` by the platform. Two kinds
 * changed nothing: `superseded` is a teammate's that arrived after a later one, and `kept` is the
 * platform's, which may be older than the teammate's (`from`, set by `by`).
 */
export const feedbackEvent = z.strictObject({
  id: z.number(),
  at: z.number(),
  kind: z.enum(["set", "undo", "platform", "superseded", "kept"]),
  field: z.enum(ITEM_FIELDS),
  /**
   * A status, or the ID of a person, who may be deleted, of a group, of a reason, of a label, or of an item that isn't
   * similar, or why it is noise, or until when it is snoozed; empty for none.
   */
  from: z.string(),
  to: z.string(),
  /** Name of the teammate; null if the change wasn't made by one. */
  by: z.string().nullable(),
  /** Set if the item came back because its reader added something, or, of kind `kept`, if its text was replaced. */
  texts: readerTexts.optional(),
});
export type FeedbackEvent = z.infer<typeof feedbackEvent>;

/** One item in full. `contact` is masked; `getContact` returns the address itself. */
export const feedbackDetail = z.strictObject({
  id: z.string(),
  source: z.string(),
  status: z.string(),
  platformStatus: z.string(),
  /** As in `feedbackRow`. */
  assignee: z.string().nullable(),
  /** Why it is dismissed: ID of one of the project's reasons, which may be removed by now. */
  dismissedFor: z.string().nullable(),
  /** IDs of labels, which may be removed from the project by now. */
  labels: z.array(z.string()),
  /** Changes of the status and the assignee, oldest first. */
  history: z.array(feedbackEvent),
  path: z.string(),
  page: z.string(),
  comment: z.string().nullable(),
  /** The reasons that the reader chose on the documentation site. */
  reasons: z.array(z.string()),
  createdAt: z.number().nullable(),
  /** The received text if it isn't a date. */
  createdAtText: z.string().nullable(),
  helpful: z.boolean().nullable(),
  /** The next four fields are as in `feedbackRow`. */
  changedSince: z.string().optional(),
  snoozedUntil: z.string().nullable().optional(),
  snoozeOver: z.string().optional(),
  noise: noiseReason.nullable(),
  contact: z.string().nullable(),
  code: z.string().nullable(),
  filename: z.string().nullable(),
  lang: z.string().nullable(),
  firstSeenAt: z.number(),
  observedAt: z.number(),
  /** When the item was found to be deleted on the platform; null while it exists. */
  deletedAt: z.number().nullable(),
  /** Signs of prompt injection, one sentence each. */
  warnings: z.array(z.string()),
  /** Received keys that the interface doesn't define. */
  extra: z.record(z.string(), z.unknown()),
  jobs: z.array(jobReference),
  /** The page on the live site; null without the site's address, and for pages elsewhere. */
  liveUrl: z.string().nullable(),
  /** Whether `getItemPage` may find a passage: there are a repository and words to look for. */
  mayHavePassage: z.boolean(),
  /** The team's notes, oldest first. */
  notes: z.array(note),
});
export type FeedbackDetail = z.infer<typeof feedbackDetail>;

/** An item as quoted in a prompt: its full text without the reader's contact. */
export const evidence = z.strictObject({
  id: z.string(),
  source: z.string(),
  status: z.string(),
  path: z.string(),
  page: z.string(),
  /** The page's file in the repository; null if none was found, and absent if Errata can't read the repository. */
  file: z.string().nullable().optional(),
  /** Other files that fit the page's address, or equally good ones if none was taken. */
  otherFiles: z.array(z.string()).optional(),
  comment: z.string().nullable(),
  reasons: z.array(z.string()),
  createdAt: z.number().nullable(),
  helpful: z.boolean().nullable(),
  code: z.string().nullable(),
  filename: z.string().nullable(),
  lang: z.string().nullable(),
  /** IDs of labels, which may be removed from the project by now. */
  labels: z.array(z.string()),
  /** The group of near-duplicates that it belongs to. */
  groupId: z.string().nullable(),
  /** Whether the item is praise: its reader, and most of its group's, rated the page as helpful. */
  isPraise: z.boolean(),
  /** The links of open pull requests for its page, newest first. */
  openPulls: z.array(z.string()),
});

/** A pull request for a documentation page, and the hunks of it that teammates discarded. */
export const pagePull = z.strictObject({
  page: z.string(),
  link: z.string(),
  state: z.enum(PULL_STATES),
  discarded: z.array(commentedLines),
});
export type PagePull = z.infer<typeof pagePull>;

/** An open pull request that changes a file; `by` is its author's name on the code host, null if it isn't known. */
export const filePull = z.strictObject({
  file: z.string(),
  link: z.string(),
  by: z.string().nullable(),
});
export type FilePull = z.infer<typeof filePull>;

/** Open pull requests by anyone, and a sentence about what couldn't be read; null if everything was. */
export const otherPulls = z.strictObject({
  pulls: z.array(filePull),
  problem: z.string().nullable(),
});
export type OtherPulls = z.infer<typeof otherPulls>;

/** An item together with the pull requests that the API returns beside the items. */
export type Evidence = z.infer<typeof evidence> & {
  /** Earlier pull requests for its page. */
  pulls?: readonly PagePull[];
  /** Open pull requests that change its file, besides those in `openPulls`. */
  otherPulls?: readonly FilePull[];
  /** A sentence about pull requests that couldn't be read. */
  pullProblem?: string | null;
};

/** The IDs of all items that match a filter, in list order. */
export const matchingFeedback = z.strictObject({
  ids: z.array(z.string()),
  /** Whether more items match than are returned. */
  capped: z.boolean(),
});
export type MatchingFeedback = z.infer<typeof matchingFeedback>;

/** The result of a triage change. `undo` is the token that undoes it; null if nothing changed. */
export const feedbackChange = z.strictObject({ changed: z.number(), undo: z.string().nullable() });
export type FeedbackChange = z.infer<typeof feedbackChange>;

/** The result of an undo. `left` items were changed again since and keep their status. */
export const feedbackUndone = z.strictObject({ restored: z.number(), left: z.number() });
export type FeedbackUndone = z.infer<typeof feedbackUndone>;
