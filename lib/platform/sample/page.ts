import "server-only";

/** A deliberate mistake: `wrong` occurs exactly once in the page, and `right` fixes it. */
export type Correction = { wrong: string; right: string };

/** One file of the sample repository, with the topics and mistakes that comments mention. */
export type SamplePage = {
  path: string;
  topics: string[];
  corrections: Correction[];
  content: string;
};
