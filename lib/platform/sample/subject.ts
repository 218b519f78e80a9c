import "server-only";
import type { Correction } from "./page-topics.ts";
import { PUBLISHED_PAGES, pageAddress, type SamplePage } from "./pages.ts";

export type Snippet = { code: string; filename: string | null; lang: string | null };

/** What entries about a page can refer to. Everything except the topics is parsed from the page. */
export type Subject = {
  address: string;
  title: string;
  headings: string[];
  topics: string[];
  terms: string[];
  corrections: (Correction & { heading: string })[];
  snippets: Snippet[];
  /** Relative number of readers. */
  weight: number;
  /** Share of readers who find the page helpful. */
  helpfulShare: number;
};

const BUSY: Record<string, number> = {
  "/quickstart": 9,
  "/introduction": 4,
  "/guides/authentication": 8,
  "/guides/verify-signatures": 7,
  "/guides/migrate-v1": 5,
  "/guides/retries": 4,
  "/api/create-parcel": 7,
  "/api/errors": 4,
  "/sdks/node": 5,
  "/sdks/python": 5,
  "/sdks/java": 4,
  "/troubleshooting/signature-mismatch": 5,
  "/account/billing": 3,
};

const HELPFUL: Record<string, number> = {
  "/quickstart": 0.84,
  "/concepts": 0.91,
  "/guides/idempotency": 0.88,
  "/sdks/python": 0.82,
  "/guides/transformations": 0.3,
  "/guides/migrate-v1": 0.14,
  "/sdks/java": 0.2,
  "/troubleshooting/signature-mismatch": 0.24,
};

// Without step numbers: readers write "Start a listener", not "3. Start a listener".
const HEADING = /^## (?:\d+\. )?(.+)$/gm;

/** One subject per published page, in navigation order. */
export const SUBJECTS: readonly Subject[] = PUBLISHED_PAGES.map(subjectOf);

/** Returns the subject published at `address`, for handwritten entries. */
export function subjectAt(address: string): Subject {
  const found = SUBJECTS.find((subject) => subject.address === address);
  if (!found) throw new Error(`the sample has no page at ${address}`);
  return found;
}

function subjectOf({ path, content, topics, corrections }: SamplePage): Subject {
  const address = pageAddress(path);
  const title = /^title: (.+)$/m.exec(content)?.[1] ?? address;
  const prose = content.replace(/^```[\s\S]*?^```/gm, "");
  return {
    address,
    title,
    topics,
    headings: [...prose.matchAll(HEADING)].map(([, heading = ""]) => heading),
    terms: [...prose.matchAll(/`([^`\n]{3,40})`/g)].map(([, term = ""]) => term),
    corrections: corrections.map((correction) => ({
      ...correction,
      heading: headingBefore(content, correction.wrong) ?? title,
    })),
    snippets: [...content.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)].map((match) => ({
      lang: match[1] ?? null,
      filename: match[2] ?? null,
      code: (match[3] ?? "").trimEnd(),
    })),
    weight: BUSY[address] ?? 1.6,
    helpfulShare: HELPFUL[address] ?? 0.66,
  };
}

function headingBefore(content: string, text: string): string | undefined {
  const before = content.slice(0, content.indexOf(text));
  return [...before.matchAll(HEADING)].at(-1)?.[1];
}
