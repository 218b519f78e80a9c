import "server-only";
import { z } from "zod";
import type { HostReview, HostVerdict } from "../../contract/api/host-reviews.ts";
import { HOST_REVIEW } from "../../contract/api/limits.ts";
import { type FoundComment, instant, shownReview } from "../host-reviews.ts";
import { unlessRefused } from "../rejection.ts";
import type { GitLabRequest } from "./api.ts";

const user = z.object({ username: z.string() });
const line = z.number().nullish();
const sides = z.object({ old_line: line, new_line: line });
const positionSchema = z.object({
  head_sha: z.string().nullish(),
  old_path: z.string().nullish(),
  new_path: z.string().nullish(),
  /** `text` for lines, or `file`, `image`. */
  position_type: z.string().nullish(),
  ...sides.shape,
  line_range: z.object({ start: sides.nullish() }).nullish(),
});
const notesSchema = z.array(
  z.object({
    id: z.number(),
    body: z.string(),
    author: user.nullish(),
    created_at: instant,
    system: z.boolean(),
    resolved: z.boolean().nullish(),
    confidential: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    position: positionSchema.nullish(),
  }),
);
const approvalsSchema = z.object({
  approved_by: z.array(z.object({ user, approved_at: instant })),
});
const reviewersSchema = z.array(z.object({ user, state: z.string() }));

type Note = z.infer<typeof notesSchema>[number];

const PER_PAGE = 100;
/** Pages of notes, of which those that GitLab wrote itself aren't comments. */
const PAGES = 3;
/** Merge requests whose review is remembered. */
const MAX_KEPT = 400;
/** Accounts of access tokens, and of services. */
const BOT = /^(?:(?:project|group)_\d+_bot|service_account_)/;

/** The merge request that a review is read of. */
export interface ReviewedRequest {
  project: string;
  number: number;
  /** Its last commit; null until GitLab has read the branch. */
  sha: string | null;
  /** Changes with each comment and approval. */
  updatedAt: string;
  author: string | null;
  link: string;
  /** How many comments there are. */
  notes: number;
  asksForChanges: boolean;
}

/**
 * Returns a function that reads what reviewers said, one request after the other. Asks nothing while the merge request is as
 * it was. Returns null for what the token may not read.
 */
export function createReviewReader(
  gitlab: GitLabRequest,
): (request: ReviewedRequest) => Promise<HostReview | null> {
  const kept = new Map<string, { version: string; review: HostReview | null }>();
  return async (request) => {
    const key = `${request.project}!${request.number}`;
    const version = JSON.stringify([request.updatedAt, request.sha, request.notes]);
    const known = kept.get(key);
    if (known?.version === version) return known.review;
    const review = await readReview(gitlab, request);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { version, review });
    return review;
  };
}

async function readReview(
  gitlab: GitLabRequest,
  request: ReviewedRequest,
): Promise<HostReview | null> {
  const verdicts = await readVerdicts(gitlab, request);
  const found = verdicts && (await readNotes(gitlab, request));
  if (!found) return null;
  const comments = found.notes
    .filter(({ system, confidential, internal }) => !system && !confidential && !internal)
    .map((note) => commentOf(note, request));
  return shownReview("GitLab", {
    verdicts,
    // Those of the access token that opened it. A token's account can also be a person's, who may comment as one.
    comments: comments.filter(({ by, isBot }) => !isBot || by !== request.author),
    unread: found.unread,
  });
}

/** Returns who approved, and who asks for changes, which GitLab lists apart. */
async function readVerdicts(
  gitlab: GitLabRequest,
  { project, number, link, asksForChanges }: ReviewedRequest,
): Promise<HostVerdict[] | null> {
  const place = `/merge_requests/${number}`;
  const approvals = await unlessRefused(() =>
    gitlab({
      action: "read the approvals",
      project,
      schema: approvalsSchema,
      path: `${place}/approvals`,
    }),
  );
  if (approvals === null) return null;
  const reviewers = asksForChanges
    ? await unlessRefused(() =>
        gitlab({
          action: "read the reviewers",
          project,
          schema: reviewersSchema,
          path: `${place}/reviewers`,
        }),
      )
    : [];
  const common = { link: link || null, isOutdated: false };
  return [
    ...approvals.approved_by.map(({ user: { username: by }, approved_at: at }) => {
      return { by, verdict: "approved", at, ...common } as const;
    }),
    ...(reviewers ?? []).flatMap(({ user: { username: by }, state }) =>
      state === "requested_changes"
        ? [{ by, verdict: "changes_requested", at: null, ...common } as const]
        : [],
    ),
  ];
}

/**
 * Returns the newest notes, also those that GitLab wrote itself, and how many comments there are besides; null if the token may
 * not read them.
 */
async function readNotes(gitlab: GitLabRequest, { project, number, notes }: ReviewedRequest) {
  const found: Note[] = [];
  const query = `sort=desc&order_by=created_at&per_page=${PER_PAGE}`;
  for (let page = 1; page <= PAGES && notes > 0; page += 1) {
    const more = await unlessRefused(() =>
      gitlab({
        action: "read the comments",
        project,
        schema: notesSchema,
        path: `/merge_requests/${number}/notes?${query}&page=${page}`,
      }),
    );
    if (more === null) return null;
    found.push(...more);
    const read = found.filter(({ system }) => !system).length;
    if (more.length < PER_PAGE) return { notes: found, unread: 0 };
    if (read >= Math.min(notes, HOST_REVIEW.comments)) break;
  }
  return { notes: found, unread: notes - found.filter(({ system }) => !system).length };
}

function commentOf(note: Note, { sha, link }: ReviewedRequest): FoundComment {
  const { id, body, author, created_at: at, resolved, position } = note;
  const by = author?.username ?? "ghost";
  const seen = position?.head_sha ?? sha;
  return {
    id: `note-${id}`,
    by,
    isBot: BOT.test(by),
    text: body,
    at,
    link: link && `${link}#note_${id}`,
    ...placeOf(position),
    quote: "",
    state: resolved ? "resolved" : seen === sha ? "open" : "outdated",
  };
}

function placeOf(position: Note["position"]) {
  const { old_line: before, new_line: after, position_type: type } = position ?? {};
  const isRemoved = (after ?? null) === null && (before ?? null) !== null;
  const path = position?.new_path ?? position?.old_path ?? "";
  const isOnLines = type === "text";
  const start = position?.line_range?.start;
  const first = isRemoved ? start?.old_line : start?.new_line;
  return {
    path,
    isRemoved,
    line: isOnLines ? (after ?? before ?? null) : null,
    firstLine: isOnLines ? (first ?? null) : null,
  };
}
