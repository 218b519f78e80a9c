import "server-only";
import { writeComment, writeCorrection, writeLongComment } from "./comments.ts";
import type { EntryTemplate } from "./entry-template.ts";
import { longSnippets } from "./long-snippets.ts";
import { pathVariant, unknownPath } from "./path-variants.ts";
import { pickWeighted, type Random } from "./random.ts";
import { type Snippet, SUBJECTS, type Subject, subjectAt } from "./subject.ts";
import { OLDEST_DAY } from "./times.ts";

type Entry = EntryTemplate["entry"];
type Status = Entry["status"];

const SOURCE_WEIGHTS = [
  ["contextual", 45],
  ["thumbs_only", 30],
  ["code_snippet", 15],
  ["agent", 10],
] as const;

const WEIGHTED_SUBJECTS = SUBJECTS.map((subject) => [subject, subject.weight] as const);
const WITH_SNIPPETS = WEIGHTED_SUBJECTS.filter(([subject]) => subject.snippets.length > 0);

/** Creates one ordinary entry with a random age. */
export function ordinaryEntry(random: Random): EntryTemplate {
  const source = pickWeighted(random, SOURCE_WEIGHTS);
  const inPeak = random.chance(0.02);
  const days = inPeak ? 40 + random.below(3) : Math.floor(OLDEST_DAY * random.next() ** 1.15);
  const subject = inPeak
    ? subjectAt("/guides/migrate-v1")
    : pickWeighted(random, source === "code_snippet" ? WITH_SNIPPETS : WEIGHTED_SUBJECTS);
  const missing = random.chance(0.012);
  const path = missing
    ? unknownPath(random)
    : pathVariant(random, subject.address, subject.headings);
  const status = statusAfter(random, days);
  const age = random.chance(0.01) ? null : { days };
  return { age, entry: entryAbout(random, subject, { source, path, status, missing }) };
}

/** Creates one pending correction for each page with a deliberate mistake. */
export function correctionEntries(random: Random): EntryTemplate[] {
  return SUBJECTS.filter(({ corrections }) => corrections.length > 0).map((subject, index) => {
    const comment = writeCorrection(random, subject, index % 3 === 0 ? "agent" : "reader");
    const path = pathVariant(random, subject.address, subject.headings);
    const helpful = random.chance(0.3);
    const entry: Entry =
      index % 3 === 0
        ? { source: "agent", path, comment, status: "pending" }
        : { source: "contextual", path, comment, status: "pending", helpful, contact: null };
    return { age: { days: 1 + (index % 18) }, entry };
  });
}

/** Creates large entries: comments of thousands of characters, code of hundreds of lines. */
export function largeEntries(random: Random): EntryTemplate[] {
  const letters = [1_200, 2_400, 3_600, 4_800, 5_400, 6_000].map((length, index): EntryTemplate => {
    const subject = random.pick(SUBJECTS);
    const comment = writeLongComment(random, subject, length);
    const helpful = index % 3 === 0;
    const base = { path: subject.address, comment, status: "pending" } as const;
    const entry: Entry = { ...base, source: "contextual", helpful, contact: contactOf(random) };
    return { age: { days: 2 + index * 9 }, entry };
  });
  const listings = longSnippets().map((snippet, index): EntryTemplate => {
    const [subject] = random.pick(WITH_SNIPPETS);
    const comment = writeComment(random, subject, "snippet");
    const status: Status = index % 2 === 0 ? "pending" : "resolved";
    const entry: Entry = {
      source: "code_snippet",
      path: subject.address,
      comment,
      status,
      ...snippet,
    };
    return { age: { days: 3 + index * 8 }, entry };
  });
  return [...letters, ...listings];
}

function entryAbout(
  random: Random,
  subject: Subject,
  given: { source: Entry["source"]; path: string; status: Status; missing: boolean },
): Entry {
  const { source, path, status } = given;
  const open = status === "pending" || status === "in_progress";
  const correctable = open && !given.missing && subject.corrections.length > 0;
  if (source === "thumbs_only") return { source, path, comment: null, status };
  if (source === "agent") {
    const corrects = correctable && random.chance(0.35);
    const comment = corrects
      ? writeCorrection(random, subject, "agent")
      : writeComment(random, subject, "agent");
    return { source, path, comment, status };
  }
  if (source === "code_snippet") {
    const comment = random.chance(0.05) ? null : writeComment(random, subject, "snippet");
    return { source, path, comment, status, ...snippetFrom(random, subject) };
  }
  const { comment, ...rating } = ratedComment(random, subject, correctable);
  return { source, path, comment, status, ...rating };
}

/** Creates a reader's feedback on a page: a rating, and most times a comment. */
function ratedComment(random: Random, subject: Subject, correctable: boolean) {
  const helpful = random.chance(subject.helpfulShare);
  const contact = random.chance(0.22) ? contactOf(random) : null;
  if (correctable && random.chance(helpful ? 0.03 : 0.16)) {
    return { comment: writeCorrection(random, subject, "reader"), helpful, contact };
  }
  if (random.chance(0.12)) return { comment: null, helpful, contact };
  const comment = writeComment(random, subject, helpful ? "happy" : "unhappy");
  return { comment, helpful, contact };
}

function statusAfter(random: Random, days: number): Status {
  const [pending, inProgress, resolved, dismissed] =
    days < 21 ? [78, 12, 6, 4] : days < 60 ? [14, 8, 53, 25] : [2, 1, 62, 35];
  return pickWeighted<Status>(random, [
    ["pending", pending],
    ["in_progress", inProgress],
    ["resolved", resolved],
    ["dismissed", dismissed],
  ]);
}

function snippetFrom(random: Random, subject: Subject): Snippet {
  const snippet = random.pick(subject.snippets);
  return random.chance(0.06) ? { ...snippet, lang: null } : snippet;
}

const GIVEN =
  "ada,bo,chen,dara,emeka,farah,goran,hana,ines,jun,kofi,lena,milo,noor,omar,petra".split(",");
const FAMILY =
  "abe,berg,costa,diaz,eze,fox,gupta,haas,ito,jansen,kim,lopez,moreau,novak,park".split(",");

function contactOf(random: Random): string {
  const name = `${random.pick(GIVEN)}${random.pick([".", "-", "_", ""])}${random.pick(FAMILY)}`;
  const tag = random.chance(0.1) ? "+docs" : "";
  return `${name}${tag}@${random.pick(["example.org", "example.com"])}`;
}
