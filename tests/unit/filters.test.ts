import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourceName } from "../../components/feedback/source-label.tsx";
import { statusName } from "../../components/feedback/status-label.tsx";
import { filterQuery } from "../../lib/contract/api/feedback-query.ts";
import { MAX_SEARCH_LENGTH } from "../../lib/contract/api/list-limits.ts";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import {
  type FeedbackFilters,
  feedbackFilters,
  GROUP_SIZES,
  isFiltered,
  loadInboxAddress,
  NO_FILTERS,
  parseFilters,
  SORTS,
  SOURCE_NAMES,
  STATUS_NAMES,
  serializeFilters,
  serializeInboxAddress,
} from "../../lib/filters/feedback-filters.ts";
import { DATE_PERIODS } from "../../lib/filters/relative-dates.ts";

const words = fc.string({ unit: "grapheme", minLength: 1 });
const filters: fc.Arbitrary<FeedbackFilters> = fc.record({
  date: fc.option(fc.constantFrom(...DATE_PERIODS)),
  dateFrom: fc.option(fc.constantFrom("2026-10-01", "2026-10-01T08:00:00+02:00")),
  dateTo: fc.option(fc.constantFrom("2026-11-01", "2026-11-01T08:00:00Z")),
  source: fc.option(fc.subarray([...SOURCES], { minLength: 1 })),
  status: fc.option(fc.subarray([...STATUSES], { minLength: 1 })),
  path: fc.option(words),
  helpful: fc.option(fc.boolean()),
  rated: fc.option(fc.boolean()),
  comment: fc.option(fc.boolean()),
  noise: fc.option(fc.boolean()),
  snoozed: fc.option(fc.boolean()),
  bareVote: fc.option(fc.boolean()),
  praise: fc.option(fc.boolean()),
  reason: fc.option(fc.string()),
  differs: fc.option(fc.boolean()),
  label: fc.option(fc.uniqueArray(fc.stringMatching(/^[\w-]{1,60}$/), { minLength: 1 })),
  dismissedFor: fc.option(fc.uniqueArray(fc.stringMatching(/^[\w-]{1,60}$/), { minLength: 1 })),
  hasJob: fc.option(fc.boolean()),
  contact: fc.option(fc.boolean()),
  groupSize: fc.option(fc.constantFrom(...GROUP_SIZES)),
  similarTo: fc.option(words),
  decidedOn: fc.option(fc.constantFrom("2026-10-01..2026-10-02", "2026-10-01..2027-01-01")),
  resolvedOn: fc.option(fc.constant("2026-02-28..2026-03-01")),
  grouped: fc.option(fc.boolean()),
  assignee: fc.option(fc.constantFrom("me", "nobody", "person_1")),
  q: fc.option(words),
  job: fc.option(words),
  sort: fc.constantFrom(...SORTS),
});

describe("the feedback filter", () => {
  test("survives a round trip through a URL and an API query", () => {
    fc.assert(
      fc.property(filters, (given) => {
        const query = new URLSearchParams(serializeFilters(given));
        expect(parseFilters(query)).toEqual({ filters: given, invalid: [], problems: [] });
        expect(loadInboxAddress(query)).toEqual({ ...given, view: null, open: null });
      }),
    );
  });

  test("has the words of the screen in addresses, and accepts those of the interface there", () => {
    const slug = (label: string) => label.toLowerCase().replaceAll(" ", "-");
    expect(Object.values(SOURCE_NAMES)).toEqual(SOURCES.map((one) => slug(sourceName(one))));
    expect(Object.values(STATUS_NAMES)).toEqual(STATUSES.map((one) => slug(statusName(one))));
    fc.assert(
      fc.property(filters, (given) => {
        const address = serializeInboxAddress(given);
        expect(address).not.toMatch(/[?&](?:source|status)=[^&]*(?:_|contextual)/);
        const all = { ...given, view: null, open: null };
        expect(loadInboxAddress(address)).toEqual(all);
        expect(loadInboxAddress(serializeFilters(given))).toEqual(all);
        // As the page checks what someone typed.
        expect(parseFilters(new URLSearchParams(address)).problems).toEqual([]);
      }),
    );
  });

  test("rejects any invalid part of an API query", () => {
    const wrong = [
      ...["status=pending,done", "status=", "source=agent,", "helpful=yes", "dateFrom=2026-02-30"],
      ...[
        "sort=up",
        "groupSize=1",
        "decidedOn=2026-10-01",
        "decidedOn=2026-10-01..2026-10-01",
        "resolvedOn=2026-02-30..2026-03-01",
        "sort=newest&sort=oldest",
        "colour=red",
        "dateTo=tomorrow",
        "date=yesterday",
      ],
    ];
    for (const query of wrong) {
      expect(parseFilters(new URLSearchParams(query)).problems, query).toHaveLength(1);
    }
    const { problems } = parseFilters(new URLSearchParams("limit=5&cursor=x"), ["limit", "cursor"]);
    expect(problems).toEqual([]);
  });

  test("ignores invalid parts of a pasted URL", () => {
    const address = loadInboxAddress("?status=done&dateFrom=soon&q=token&open=fb_1");
    expect(address).toMatchObject({ dateFrom: null, q: "token", open: "fb_1", sort: "newest" });
    expect(address.status).toBeNull();
    expect(loadInboxAddress("?status=done,pending").status).toEqual(["pending"]);
    const { view, open, ...filters } = loadInboxAddress(
      "?status=&source=telepathy&helpful=perhaps",
    );
    expect(filters).toEqual(NO_FILTERS);
  });

  test("accepts a search up to the maximum length", () => {
    const [longest, longer] = [MAX_SEARCH_LENGTH, MAX_SEARCH_LENGTH + 1].map((n) => "x".repeat(n));
    expect(loadInboxAddress(`?q=${longest}`).q).toBe(longest);
    expect(loadInboxAddress(`?q=${longer}`).q).toBeNull();
    const { problems } = parseFilters(new URLSearchParams({ q: longer ?? "" }));
    expect(problems).toEqual([`q: must be text of at most ${MAX_SEARCH_LENGTH} characters`]);
  });

  test("counts everything but the order as a filter", () => {
    expect(isFiltered({ ...NO_FILTERS, sort: "oldest" })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, helpful: false })).toBe(true);
  });
});

test("every filter is a parameter of the API", () => {
  expect(Object.keys(filterQuery.shape).toSorted()).toEqual(
    Object.keys(feedbackFilters).toSorted(),
  );
});
