import "server-only";
import { z } from "zod";
import type { HostReview, HostVerdict } from "../../contract/api/host-reviews.ts";
import { HOST_REVIEW } from "../../contract/api/limits.ts";
import { type FoundComment, instant, shownReview } from "../host-reviews.ts";
import { unlessRefused } from "../rejection.ts";
import type { GitHubRequest } from "./api.ts";

/** Null for accounts that are deleted. */
const account = z.object({ login: z.string(), id: z.number(), type: z.string() }).nullish();
const text = z
  .string()
  .nullish()
  .transform((body) => body ?? "");
const line = z.number().nullish();
/** What reviews and comments have in common. */
const said = { id: z.number(), user: account, body: text, html_url: z.string().nullish() };

const reviewsSchema = z.array(
  z.object({
    ...said,
    state: z.string(),
    commit_id: z.string().nullish(),
    submitted_at: instant,
  }),
);
const lineCommentsSchema = z.array(
  z.object({
    ...said,
    created_at: instant,
    path: z.string(),
    diff_hunk: text,
    side: z.string().nullish(),
    /** Null once the lines aren't in the diff anymore. */
    line,
    start_line: line,
    original_line: line,
    original_start_line: line,
    subject_type: z.string().nullish(),
  }),
);
const commentsSchema = z.array(
  z.object({
    ...said,
    created_at: instant,
    /** Set for comments that someone hid, as spam for example. */
    minimized: z.unknown(),
  }),
);

const threadsSchema = z.object({
  data: z
    .object({
      repository: z.object({
        pullRequest: z.object({
          reviewThreads: z.object({
            nodes: z.array(
              z.object({
                isResolved: z.boolean(),
                comments: z.object({ nodes: z.array(z.object({ fullDatabaseId: z.string() })) }),
              }),
            ),
          }),
        }),
      }),
    })
    .nullish()
    // An error, which says that it is unknown.
    .catch(null),
});
const THREADS = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(last: 100) {
        nodes { isResolved comments(first: 20) { nodes { fullDatabaseId } } }
      }
    }
  }
}`;

type Review = z.infer<typeof reviewsSchema>[number];
type Account = z.infer<typeof account>;

const REVIEWS_PER_PAGE = 100;
const REVIEW_PAGES = 3;
/** Comments of a request: an answer that is longer isn't kept, and costs as much when it is the same. */
const PER_PAGE = 50;
const PAGES = HOST_REVIEW.comments / PER_PAGE;
/** A comment doesn't change what a reviewer said about the pull request before. */
const VERDICTS = ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"];

/** The pull request that reviews are read of. */
export interface ReviewedPull {
  github: GitHubRequest;
  owner: string;
  repo: string;
  number: number;
  /** Its last commit. */
  sha: string;
  author: Account;
  /** How many there are: in the conversation, and on files. */
  comments: number;
  lineComments: number;
}

/**
 * Reads what reviewers said, one request after the other. Nothing is asked for comments that aren't there.
 * @returns null for what the token may not read; whether changes are needed is also unknown with too many reviews
 */
export async function readReviews(
  pull: ReviewedPull,
): Promise<{ needsChanges: boolean | null; review: HostReview | null }> {
  const reviews = await readAllReviews(pull);
  if (reviews === null) return { needsChanges: null, review: null };
  const latest = latestVerdicts(reviews);
  const needsChanges =
    reviews.length < REVIEWS_PER_PAGE * REVIEW_PAGES
      ? latest.some(({ state, commit_id: at }) => state === "CHANGES_REQUESTED" && at === pull.sha)
      : null;
  const onFiles = await readLineComments(pull);
  const onPull = onFiles && (await readComments(pull));
  if (!onFiles || !onPull) return { needsChanges, review: null };
  const resolved = await readResolved(pull);
  const comments = [
    ...reviews.map(commentOfReview),
    ...onFiles.map((each) => (resolved.has(each.id) ? markResolved(each) : each)),
    ...onPull,
  ];
  const unread = pull.comments - onPull.length + pull.lineComments - onFiles.length;
  return {
    needsChanges,
    review: shownReview("GitHub", {
      verdicts: latest.flatMap((each) => verdictOf(each, pull.sha)),
      comments: comments.filter((each) => !isOwn(each, pull.author)),
      unread,
    }),
  };
}

/** Returns the reviews, oldest first; null if the token may not read them. */
async function readAllReviews({ github, owner, repo, number }: ReviewedPull) {
  const found: Review[] = [];
  for (let page = 1; page <= REVIEW_PAGES; page += 1) {
    const place = { owner, repo, pull_number: number, per_page: REVIEWS_PER_PAGE };
    const reviews = await unlessRefused(() =>
      github("read the reviews", `${owner}/${repo}`, reviewsSchema, (rest) =>
        rest.pulls.listReviews(page === 1 ? place : { ...place, page }),
      ),
    );
    if (reviews === null) return null;
    found.push(...reviews);
    if (reviews.length < REVIEWS_PER_PAGE) break;
  }
  return found;
}

function latestVerdicts(reviews: readonly Review[]): Review[] {
  const verdicts = reviews.filter(({ state }) => VERDICTS.includes(state));
  return [...new Map(verdicts.map((review) => [review.user?.id ?? 0, review])).values()];
}

function verdictOf(review: Review, sha: string): HostVerdict[] {
  if (review.state === "DISMISSED") return [];
  return [
    {
      by: nameOf(review.user),
      verdict: review.state === "APPROVED" ? "approved" : "changes_requested",
      at: review.submitted_at,
      link: review.html_url ?? null,
      isOutdated: review.commit_id !== sha,
    },
  ];
}

/** What is the same of every comment, and says that it is about the pull request as a whole. */
function commonOf(kind: string, found: Pick<Review, "id" | "user" | "body" | "html_url">) {
  const { id, user, body, html_url: link = null } = found;
  const whole = { path: "", line: null, firstLine: null, isRemoved: false, quote: "" } as const;
  return { ...whole, id: `${kind}-${id}`, by: nameOf(user), isBot: isBot(user), text: body, link };
}

function commentOfReview(review: Review): FoundComment {
  const state = review.state === "DISMISSED" ? "dismissed" : "open";
  return { ...commonOf("review", review), at: review.submitted_at, state };
}

/** Returns the newest comments on files; null if the token may not read them. */
function readLineComments({ github, owner, repo, number, lineComments }: ReviewedPull) {
  const pages = Math.min(PAGES, Math.ceil(lineComments / PER_PAGE));
  return readPages(1, pages, async (page) => {
    const found = await github(
      "read the review comments",
      `${owner}/${repo}`,
      lineCommentsSchema,
      (rest) =>
        rest.pulls.listReviewComments({
          owner,
          repo,
          pull_number: number,
          per_page: PER_PAGE,
          page,
          sort: "created",
          direction: "desc",
        }),
    );
    return found.map(lineComment);
  });
}

/** Returns the comments of threads that are resolved; none if GitHub doesn't say. Only its GraphQL API knows. */
async function readResolved({ github, owner, repo: name, number, lineComments }: ReviewedPull) {
  if (lineComments === 0) return new Set<string>();
  const found = await unlessRefused(() =>
    github("read the review threads", `${owner}/${name}`, threadsSchema, (_, query) =>
      query(THREADS, { owner, name, number }),
    ),
  );
  const threads = found?.data?.repository.pullRequest.reviewThreads.nodes ?? [];
  const ids = threads
    .filter(({ isResolved }) => isResolved)
    .flatMap(({ comments }) =>
      comments.nodes.map(({ fullDatabaseId }) => `line-${fullDatabaseId}`),
    );
  return new Set(ids);
}

const markResolved = (comment: FoundComment) => ({ ...comment, state: "resolved" }) as const;

function lineComment(found: z.infer<typeof lineCommentsSchema>[number]): FoundComment {
  const isOutdated = found.line === null || found.line === undefined;
  const last = found.line ?? found.original_line ?? null;
  const first = (isOutdated ? found.original_start_line : found.start_line) ?? null;
  const isRemoved = found.side === "LEFT";
  const isOnFile = found.subject_type === "file" || last === null;
  const count = isOnFile ? 0 : Math.max(1, last - (first ?? last) + 1);
  return {
    ...commonOf("line", found),
    at: found.created_at,
    path: found.path,
    line: isOnFile ? null : last,
    firstLine: isOnFile ? null : first,
    isRemoved,
    quote: endOfHunk(found.diff_hunk, count, isRemoved),
    state: isOutdated && !isOnFile ? "outdated" : "open",
  };
}

/** Returns the last lines of a hunk that ends at a comment, as many as it is about. */
function endOfHunk(hunk: string, count: number, isRemoved: boolean): string {
  const otherSide = isRemoved ? "+" : "-";
  const lines: string[] = [];
  let left = count;
  for (const line of hunk.slice(-HOST_REVIEW.quote).split("\n").slice(1).toReversed()) {
    if (left === 0) break;
    // Says that the file has no line break at its end.
    if (line.startsWith("\\")) continue;
    if (!line.startsWith(otherSide)) left -= 1;
    lines.unshift(line);
  }
  return lines.join("\n");
}

/** Returns the newest comments of the conversation, which GitHub lists oldest first; null if the token may not read them. */
function readComments({ github, owner, repo, number, comments }: ReviewedPull) {
  const last = Math.ceil(comments / PER_PAGE);
  return readPages(Math.max(1, last - PAGES + 1), last, async (page) => {
    const found = await github("read the comments", `${owner}/${repo}`, commentsSchema, (rest) =>
      rest.issues.listComments({ owner, repo, issue_number: number, per_page: PER_PAGE, page }),
    );
    return found.map((each): FoundComment => {
      const shown = { ...commonOf("comment", each), at: each.created_at, state: "open" } as const;
      // An empty one isn't shown.
      return each.minimized ? { ...shown, text: "" } : shown;
    });
  });
}

async function readPages(
  first: number,
  last: number,
  read: (page: number) => Promise<FoundComment[]>,
): Promise<FoundComment[] | null> {
  const found: FoundComment[] = [];
  for (let page = first; page <= last; page += 1) {
    const comments = await unlessRefused(() => read(page));
    if (comments === null) return null;
    found.push(...comments);
  }
  return found;
}

/** GitHub's own name for accounts that were deleted. */
const nameOf = (user: Account) => user?.login ?? "ghost";

function isBot(user: Account): boolean {
  return user?.type === "Bot" || user?.login.endsWith("[bot]") === true;
}

/** Whether a comment is by the App that opened the pull request. A token's account is a person's, who may comment as one. */
function isOwn({ by, isBot: byBot }: FoundComment, author: Account): boolean {
  return byBot && by === nameOf(author);
}
