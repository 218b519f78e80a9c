import { describe, expect, test } from "vitest";
import {
  type FeedbackFilters,
  NO_FILTERS,
  type ResolvedFilters,
} from "../../lib/filters/feedback-filters.ts";
import { canAnswer, type Rollup } from "../../lib/store/filter-sql/set-filters.ts";

/** A value for every filter. A new filter does not compile until it has one here. */
const values: { [K in keyof FeedbackFilters]: NonNullable<FeedbackFilters[K]> } = {
  date: "today",
  dateFrom: "2026-10-01",
  dateTo: "2026-10-02",
  source: ["agent"],
  status: ["pending"],
  path: "/guides/*",
  helpful: true,
  rated: true,
  comment: true,
  noise: false,
  snoozed: true,
  bareVote: false,
  praise: false,
  reason: "Outdated",
  differs: true,
  dismissedFor: ["spam"],
  label: ["urgent"],
  assignee: "person_1",
  q: "token",
  job: "job_1",
  hasJob: true,
  contact: true,
  groupSize: "2",
  similarTo: "item_1",
  decidedOn: "2026-10-01..2026-10-02",
  resolvedOn: "2026-10-01..2026-10-02",
  grouped: true,
  sort: "oldest",
};

/** Facet filters and the arrangement apply to every roll-up. */
const always = [
  "source",
  "status",
  "helpful",
  "rated",
  "comment",
  "noise",
  "bareVote",
  "praise",
  "sort",
  "grouped",
];

const answered: Record<Rollup, string[]> = {
  group: [...always],
  day: [...always, "dateFrom", "dateTo"],
  page: [...always, "path"],
  pageDay: [...always, "path", "dateFrom", "dateTo"],
  text: [...always, "q"],
  largeGroup: [...always, "groupSize"],
  assignee: [...always, "assignee"],
};

describe.each(Object.entries(answered) as [Rollup, string[]][])(
  "the %s roll-up",
  (rollup, names) => {
    test("answers its own filters and no other", () => {
      for (const [name, value] of Object.entries(values)) {
        const filters = { ...NO_FILTERS, [name]: value };
        expect(canAnswer(rollup, filters), name).toBe(names.includes(name));
      }
    });

    test("does not answer a filter that was added later", () => {
      const filters: ResolvedFilters & { later: string | null } = { ...NO_FILTERS, later: "ada" };
      expect(canAnswer(rollup, filters)).toBe(false);
      expect(canAnswer(rollup, { ...filters, later: null } as ResolvedFilters)).toBe(true);
    });

    test("answers blank and empty filters, which select everything", () => {
      expect(canAnswer(rollup, { ...NO_FILTERS, q: ' - "', source: [] })).toBe(true);
    });
  },
);
