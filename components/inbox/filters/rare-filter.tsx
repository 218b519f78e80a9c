"use client";

import type { ReactNode } from "react";
import { parseDaySpan } from "../../../lib/filters/day-span.ts";
import { type FeedbackFilters, GROUP_SIZES } from "../../../lib/filters/feedback-filters.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useLocale } from "../../app/time.tsx";
import { useDismissalReasons, useReasonName } from "../../app/use-dismissal-reasons.ts";
import { useLabelName, useLabels } from "../../app/use-labels.ts";
import { LabelChip } from "../../feedback/label-chip.tsx";
import type { InboxUrl } from "../use-inbox-url.ts";
import { AssigneeFilter } from "./assignee-filter.tsx";
import { ChoiceFilter } from "./choice-filter.tsx";
import { rangeLabel } from "./date-range.ts";
import { RemovableFilter, YesNoFilter } from "./toggle-filters.tsx";

const TOGGLES = {
  grouped: { names: ["Group similar", "Not grouped"], testId: "group-similar", on: true },
  differs: {
    names: ["Differs from platform", "Same as platform"],
    testId: "filter-differs",
    on: true,
  },
  rated: { names: ["Has rating", "No rating"], testId: "filter-rated", on: true },
  contact: {
    names: ["Has contact address", "No contact address"],
    testId: "filter-contact",
    on: true,
  },
} satisfies Partial<
  Record<keyof FeedbackFilters, { names: [string, string]; testId: string; on: boolean }>
>;
/** Filters that only links set. */
const LINKED = { job: "In agent job", similarTo: "Similar to an item" };
const DAYS = { decidedOn: "Decided", resolvedOn: "Resolved" };
const YES_NO = ["true", "false"] as const;

type Toggle = keyof typeof TOGGLES;

/** Filters that are rarely on, so that their code loads when the list shows them. */
export type RareFilterName =
  | Toggle
  | keyof typeof LINKED
  | keyof typeof DAYS
  | "assignee"
  | "reason"
  | "hasJob"
  | "groupSize"
  | "dismissal"
  | "label";

export function RareFilter(props: {
  name: RareFilterName;
  url: InboxUrl;
  /** Reasons to choose from. */
  reasons: readonly string[];
}) {
  const { name, url } = props;
  const { filters, setFilters, prefetch } = url;
  switch (name) {
    case "assignee":
      return (
        <AssigneeFilter
          assignee={filters.assignee}
          onChange={(assignee) => setFilters({ assignee })}
        />
      );
    case "job":
    case "similarTo":
      return <RemovableFilter name={LINKED[name]} onRemove={() => setFilters({ [name]: null })} />;
    case "decidedOn":
    case "resolvedOn":
      return <DaysFilter name={name} url={url} />;
    case "reason":
      return (
        <OneFilter
          {...{ name: "Reason", testId: "filter-reason", url }}
          {...{ values: props.reasons, selected: filters.reason, nameOf: displayable }}
          changeTo={(reason) => ({ reason })}
        />
      );
    case "hasJob":
      return (
        <OneFilter
          {...{ name: "Agent job", testId: "filter-has-job", values: YES_NO, url }}
          selected={filters.hasJob === null ? null : YES_NO[filters.hasJob ? 0 : 1]}
          nameOf={(value) => (value === "true" ? "Has job" : "No job")}
          changeTo={(value) => ({ hasJob: value && value === "true" })}
        />
      );
    case "groupSize":
      return (
        <OneFilter
          {...{ name: "Similar items", testId: "filter-group-size", values: GROUP_SIZES, url }}
          selected={filters.groupSize}
          nameOf={(size) => `${size} or more`}
          changeTo={(groupSize) => ({ groupSize })}
        />
      );
    case "label":
      return <LabelFilter url={url} />;
    case "dismissal":
      return <DismissalFilter url={url} />;
    default:
      return (
        <YesNoFilter
          {...TOGGLES[name]}
          value={filters[name]}
          onChange={(value) => setFilters({ [name]: value })}
          onPrefetch={(value) => prefetch({ [name]: value })}
        />
      );
  }
}

/** Accepts one of some values. */
function OneFilter<const Value extends string>(props: {
  name: string;
  testId: string;
  values: readonly Value[];
  selected: Value | null | undefined;
  nameOf: (value: string) => string;
  changeTo: (value: Value | null) => Partial<FeedbackFilters>;
  url: InboxUrl;
}) {
  const { url, selected, changeTo, ...choice } = props;
  const change = (values: readonly Value[] | null) => changeTo(values?.[0] ?? null);
  return (
    <ChoiceFilter
      {...choice}
      selected={selected ? [selected] : null}
      counts={undefined}
      single
      onChange={(values) => url.setFilters(change(values))}
      onPrefetch={(values) => url.prefetch(change(values))}
    />
  );
}

/** Filters by labels or reasons of the project's settings, and by selected ones that were removed from them. */
function NamedFilter(props: {
  name: string;
  testId: string;
  field: "label" | "dismissedFor";
  offered: readonly { id: string; removed?: true | undefined }[] | undefined;
  nameOf: (id: string) => string;
  render?: (id: string) => ReactNode;
  url: InboxUrl;
}) {
  const { url, field, offered = [], ...choice } = props;
  const selected = url.filters[field];
  const ids = offered.filter(({ removed }) => !removed).map(({ id }) => id);
  return (
    <ChoiceFilter
      {...choice}
      values={[...new Set([...ids, ...(selected ?? [])])]}
      selected={selected}
      counts={undefined}
      onChange={(values) => url.setFilters({ [field]: values })}
      onPrefetch={(values) => url.prefetch({ [field]: values })}
    />
  );
}

function LabelFilter({ url }: { url: InboxUrl }) {
  const nameOf = useLabelName();
  const labels = useLabels();
  return (
    <NamedFilter
      {...{ name: "Label", testId: "filter-label", field: "label", offered: labels, nameOf, url }}
      render={(id) => {
        const label = labels?.find((one) => one.id === id && !one.removed);
        return label ? <LabelChip label={label} /> : nameOf(id);
      }}
    />
  );
}

function DismissalFilter({ url }: { url: InboxUrl }) {
  return (
    <NamedFilter
      {...{ name: "Dismissal reason", testId: "filter-dismissed-for", field: "dismissedFor", url }}
      offered={useDismissalReasons()}
      nameOf={useReasonName()}
    />
  );
}

/** The days of a decision. Only the charts of Insights set them. */
function DaysFilter({ name, url }: { name: keyof typeof DAYS; url: InboxUrl }) {
  const locale = useLocale();
  const { from = null, to = null } = parseDaySpan(url.filters[name] ?? "") ?? {};
  return (
    <RemovableFilter
      name={`${DAYS[name]}: ${rangeLabel({ dateFrom: from, dateTo: to }, locale)}`}
      onRemove={() => url.setFilters({ [name]: null })}
    />
  );
}
