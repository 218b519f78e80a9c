import "server-only";

/** A deliberate mistake: `wrong` stands once, literally, in the page; `right` repairs it. */
export type Correction = { wrong: string; right: string };

/** One file of the sample repository, with what readers have to say about it. */
export type SamplePage = {
  path: string;
  topics: string[];
  corrections: Correction[];
  content: string;
};
