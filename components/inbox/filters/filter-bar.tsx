"use client";

import { type ComponentProps, memo, type RefObject, useRef, useState } from "react";
import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { SOURCES, STATUSES } from "../../../lib/contract/platform/vocabulary.ts";
import {
  type FeedbackFilters,
  HIDEABLE_KINDS,
  isFiltered,
} from "../../../lib/filters/feedback-filters.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useDefaultView } from "../../app/default-view.tsx";
import { useSession } from "../../app/session.tsx";
import { useLocale } from "../../app/time.tsx";
import { sourceName } from "../../feedback/source-label.tsx";
import { StatusLabel, statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import { ChevronDown } from "../../ui/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { FirstRow } from "../list/use-first-row.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { ChoiceFilter, choiceLabel } from "./choice-filter.tsx";
import { DateFilter } from "./date-filter.tsx";
import { dateLabel } from "./date-range.ts";
import { MoreFilters } from "./more-filters.tsx";
import {
  type BarFilter,
  CLEAR_FILTERS,
  hiddenBelow,
  hiddenFilters,
  MAX_BUTTON_LENGTH,
  roomFor,
} from "./overflow.ts";
import { PageFilter } from "./page-filter.tsx";
import type { RareFilterName } from "./rare-filter.tsx";
import { SearchBox } from "./search-box.tsx";
import { CommentFilter, YesNoFilter } from "./toggle-filters.tsx";

const RareFilter = lazyPart({
  name: "this filter",
  load: () => import("./rare-filter.tsx").then((module) => module.RareFilter),
  // As wide as the button of a filter that is off.
  pending: ({ name }) => (
    <span className="invisible chip">
      <span className="capitalize">{name}</span>
      <ChevronDown />
    </span>
  ),
});

const YES_NO = ["true", "false"] as const;
const RATING_NAMES: Record<string, string> = { true: "Helpful", false: "Not helpful" };
const ratingName = (value: string) => RATING_NAMES[value] ?? "Not rated";

/** Filters that the default view sets. */
const HIDDEN = [
  ["bareVote", "filter-bare-vote", "Hide vote-only items", "Vote-only items"],
  ["praise", "filter-praise", "Hide praise", "Praise"],
  ["noise", "filter-noise", "Hide noise", "Noise"],
  ["snoozed", "filter-snoozed", "Hide snoozed", "Snoozed"],
] as const;
const isRemembered = (name: string) => HIDEABLE_KINDS.some((one) => one === name);

/**
 * The filters of the list, in one line at every width. Their state is in the URL; the bar only knows
 * which of them are in the open popover.
 */
export const FilterBar = memo(function FilterBar(props: {
  projectId: string;
  url: InboxUrl;
  facets: Facets | undefined;
  search: RefObject<HTMLInputElement | null>;
  firstRow: FirstRow;
}) {
  const { firstRow } = props;
  const { filters, setFilters, prefetch, clearedFilters } = props.url;
  const bar = useRef<HTMLElement>(null);
  const [inPopover, setInPopover] = useState<ReadonlySet<string>>(new Set());
  const { hasSignIn } = useSession();
  const { show: onShow } = useDefaultView();
  const all = filtersOf({ ...props, hasAssignees: hasSignIn, locale: useLocale(), onShow });
  const canClear = isFiltered(filters);
  const room = roomFor(all, canClear);
  const clear = canClear && (
    <Button
      variant="quiet"
      onPointerEnter={() => prefetch(clearedFilters)}
      onClick={() => setFilters(clearedFilters)}
    >
      Clear filters
    </Button>
  );
  return (
    <search ref={bar} className="list-filters">
      <div className="flex items-center gap-2 sm:px-3 sm:py-2">
        <SearchBox
          text={filters.q}
          onSearch={(q) => {
            firstRow.cancel();
            setFilters({ q }, "replace");
          }}
          onEnterList={firstRow.focus}
          field={props.search}
        />
        {all.map(
          ({ name, isActive, isRare, control }) =>
            !inPopover.has(name) &&
            (isActive || !isRare) && (
              <div
                key={name}
                data-filter={name}
                className={`flex min-w-0 ${hiddenBelow(room.get(name))}`}
              >
                {control}
              </div>
            ),
        )}
        <MoreFilters
          filters={all}
          room={room}
          inPopover={inPopover}
          clear={clear}
          onOpenChange={(open) => setInPopover(open ? hiddenFilters(all, bar.current) : new Set())}
        />
        {clear && (
          <div className={`shrink-0 ${hiddenBelow(room.get(CLEAR_FILTERS.name))}`}>{clear}</div>
        )}
      </div>
    </search>
  );
});

interface Shown {
  projectId: string;
  url: InboxUrl;
  facets: Facets | undefined;
  hasAssignees: boolean;
  locale: string;
  /** Remembers whether the person wants to see something that the default view hides. */
  onShow: (name: string, isShown: boolean) => void;
}

function filtersOf(props: Shown): BarFilter[] {
  const { filters } = props.url;
  // The URL can have a reason that isn't among the frequent ones.
  const reasons = [...new Set([...(props.facets?.reasons ?? []), filters.reason ?? []].flat())];
  const rare = (
    name: RareFilterName,
    isActive: boolean,
    length = MAX_BUTTON_LENGTH,
    isRare = true,
  ): BarFilter => ({
    name,
    length,
    isRare,
    isActive,
    control: <RareFilter name={name} url={props.url} reasons={reasons} />,
  });
  /** Returns a filter that only links set, if it is on. */
  const linked = (name: "job" | "similarTo" | "decidedOn" | "resolvedOn", length?: number) =>
    filters[name] === null ? [] : [rare(name, true, length)];
  return [
    dateFilter(props),
    ...choiceFilters(props),
    commentFilter(props),
    ...(props.hasAssignees || filters.assignee !== null
      ? [rare("assignee", filters.assignee !== null, assigneeLength(filters.assignee), false)]
      : []),
    rare("differs", filters.differs !== null, 21),
    pageFilter(props),
    ...(reasons[0] === undefined
      ? []
      : [rare("reason", filters.reason !== null, filters.reason ? MAX_BUTTON_LENGTH : 6, false)]),
    ...linked("job", 14),
    rare("hasJob", filters.hasJob !== null, 18),
    rare("grouped", filters.grouped !== null, 13),
    rare("groupSize", filters.groupSize !== null, 25),
    ...linked("similarTo", 20),
    ...linked("decidedOn"),
    ...linked("resolvedOn"),
    rare("contact", filters.contact !== null, 20),
    rare("label", filters.label !== null),
    rare("dismissal", filters.dismissedFor !== null),
    ...hidingFilters(props),
    rare("rated", filters.rated !== null, 11),
  ];
}

function dateFilter({ url: { filters, setFilters }, locale }: Shown): BarFilter {
  return {
    name: "date",
    length: dateLabel(filters, locale).length,
    isActive: filters.date !== null || filters.dateFrom !== null || filters.dateTo !== null,
    control: <DateFilter dates={filters} onChange={(dates) => setFilters(dates)} />,
  };
}

function choiceFilters({ url: { filters, setFilters, prefetch }, facets }: Shown): BarFilter[] {
  function choice<Value extends string>(
    shown: Pick<
      ComponentProps<typeof ChoiceFilter<Value>>,
      "name" | "testId" | "values" | "selected" | "counts" | "nameOf" | "single" | "render"
    >,
    changeTo: (values: Value[] | null) => Partial<FeedbackFilters>,
  ): BarFilter {
    return {
      name: shown.name.toLowerCase(),
      length: choiceLabel(shown.name, shown.selected, shown.nameOf).length,
      isActive: shown.selected !== null,
      control: (
        <ChoiceFilter
          {...shown}
          onChange={(values) => setFilters(changeTo(values))}
          onPrefetch={(values) => prefetch(changeTo(values))}
        />
      ),
    };
  }
  const { source, status } = filters;
  const helpful = filters.helpful === null ? null : [filters.helpful ? YES_NO[0] : YES_NO[1]];
  return [
    choice(
      {
        name: "Source",
        testId: "filter-source",
        values: SOURCES,
        selected: source,
        counts: facets?.source,
        nameOf: sourceName,
      },
      (values) => ({ source: values }),
    ),
    {
      ...choice(
        {
          name: "Status",
          testId: "filter-status",
          values: STATUSES,
          selected: status,
          counts: facets?.status,
          nameOf: statusName,
          render: (one: string) => <StatusLabel status={one} />,
        },
        (values) => ({ status: values }),
      ),
      isFrequent: true,
    },
    choice(
      {
        name: "Rating",
        testId: "filter-rating",
        values: YES_NO,
        selected: helpful,
        counts: facets?.helpful,
        nameOf: ratingName,
        single: true,
      },
      (values) => ({ helpful: values && values[0] === "true" }),
    ),
  ];
}

function commentFilter({ url: { filters, setFilters, prefetch }, facets }: Shown): BarFilter {
  return {
    name: "comment",
    length: 18,
    isFrequent: true,
    isActive: filters.comment !== null,
    control: (
      <CommentFilter
        comment={filters.comment}
        counts={facets?.comment}
        onChange={(comment) => setFilters({ comment })}
        onPrefetch={(comment) => prefetch({ comment })}
      />
    ),
  };
}

function pageFilter({ url: { filters, setFilters }, projectId }: Shown): BarFilter {
  const { path } = filters;
  return {
    name: "page",
    length: choiceLabel("Page", path === null ? null : [path], displayable).length,
    isFrequent: true,
    isActive: path !== null,
    control: (
      <PageFilter
        projectId={projectId}
        filters={filters}
        onChange={(chosen) => setFilters({ path: chosen })}
      />
    ),
  };
}

function hidingFilters({ url, onShow }: Shown): BarFilter[] {
  const { filters, setFilters, prefetch, viewName } = url;
  return HIDDEN.map(([name, testId, ...names]) => ({
    name,
    length: names[0].length + 2,
    isRare: true,
    isActive: filters[name] !== null,
    control: (
      <YesNoFilter
        names={names}
        testId={testId}
        on={false}
        value={filters[name]}
        onChange={(value) => {
          setFilters({ [name]: value });
          if (isRemembered(name) && viewName === null) onShow(name, value === null);
        }}
        onPrefetch={(value) => prefetch({ [name]: value })}
      />
    ),
  }));
}

/** Only the filter itself, which loads later, knows the names of people. */
function assigneeLength(assignee: string | null): number {
  if (assignee === null) return 8;
  // "Me" and "Unassigned" have short words in the address, others have IDs.
  return assignee.length < 9 ? 20 : MAX_BUTTON_LENGTH;
}
