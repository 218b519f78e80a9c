"use client";

import { displayable } from "../../../lib/text/displayable.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { AssigneeFilter } from "./assignee-filter.tsx";
import { ChoiceFilter } from "./choice-filter.tsx";
import { DaysFilter } from "./days-filter.tsx";
import { DismissalFilter } from "./dismissal-filter.tsx";
import { GroupSizeFilter } from "./group-size-filter.tsx";
import { LabelFilter } from "./label-filter.tsx";
import { RemovableFilter, YesNoFilter } from "./toggle-filters.tsx";

/** Filters that are rarely on, so that their code loads when the list shows them. */
export type RareFilterName =
  | "assignee"
  | "reason"
  | "job"
  | "hasJob"
  | "grouped"
  | "groupSize"
  | "similarTo"
  | "decidedOn"
  | "resolvedOn"
  | "contact"
  | "dismissal"
  | "bareVote"
  | "rated"
  | "differs"
  | "label";

const YES_NO = ["true", "false"] as const;
const jobName = (value: string) => (value === "true" ? "Has job" : "No job");

export function RareFilter(props: {
  name: RareFilterName;
  url: InboxUrl;
  /** Reasons to choose from. */
  reasons: readonly string[];
}) {
  const { url } = props;
  const { filters, setFilters, prefetch } = url;
  switch (props.name) {
    case "assignee":
      return (
        <AssigneeFilter
          assignee={filters.assignee}
          onChange={(assignee) => setFilters({ assignee })}
        />
      );
    case "reason":
      return <ReasonFilter reasons={props.reasons} url={url} />;
    case "job":
      return <RemovableFilter name="In agent job" onRemove={() => setFilters({ job: null })} />;
    case "hasJob":
      return <JobFilter url={url} />;
    case "grouped":
      return (
        <YesNoFilter
          names={["Group similar", "Not grouped"]}
          testId="group-similar"
          value={filters.grouped}
          onChange={(grouped) => setFilters({ grouped })}
          onPrefetch={(grouped) => prefetch({ grouped })}
        />
      );
    case "groupSize":
      return <GroupSizeFilter url={url} />;
    case "similarTo":
      return (
        <RemovableFilter
          name="Similar to an item"
          onRemove={() => setFilters({ similarTo: null })}
        />
      );
    case "decidedOn":
    case "resolvedOn":
      return <DaysFilter name={props.name} url={url} />;
    case "label":
      return <LabelFilter url={url} />;
    case "dismissal":
      return <DismissalFilter url={url} />;
    case "bareVote":
      return (
        <YesNoFilter
          names={["Hide vote-only items", "Vote-only items"]}
          testId="filter-bare-vote"
          on={false}
          value={filters.bareVote}
          onChange={(bareVote) => setFilters({ bareVote })}
          onPrefetch={(bareVote) => prefetch({ bareVote })}
        />
      );
    case "differs":
      return (
        <YesNoFilter
          names={["Differs from platform", "Same as platform"]}
          testId="filter-differs"
          value={filters.differs}
          onChange={(differs) => setFilters({ differs })}
          onPrefetch={(differs) => prefetch({ differs })}
        />
      );
    case "rated":
      return (
        <YesNoFilter
          names={["Has rating", "No rating"]}
          testId="filter-rated"
          value={filters.rated}
          onChange={(rated) => setFilters({ rated })}
          onPrefetch={(rated) => prefetch({ rated })}
        />
      );
    case "contact":
      return (
        <YesNoFilter
          names={["Has contact address", "No contact address"]}
          testId="filter-contact"
          value={filters.contact}
          onChange={(contact) => setFilters({ contact })}
          onPrefetch={(contact) => prefetch({ contact })}
        />
      );
  }
}

function ReasonFilter(props: { reasons: readonly string[]; url: InboxUrl }) {
  const { filters, setFilters, prefetch } = props.url;
  const changeTo = (values: readonly string[] | null) => ({ reason: values?.[0] ?? null });
  return (
    <ChoiceFilter
      name="Reason"
      testId="filter-reason"
      values={props.reasons}
      selected={filters.reason === null ? null : [filters.reason]}
      counts={undefined}
      single
      nameOf={displayable}
      onChange={(values) => setFilters(changeTo(values))}
      onPrefetch={(values) => prefetch(changeTo(values))}
    />
  );
}

function JobFilter({ url }: { url: InboxUrl }) {
  const { filters, setFilters, prefetch } = url;
  const changeTo = (values: readonly string[] | null) => ({
    hasJob: values && values[0] === "true",
  });
  return (
    <ChoiceFilter
      name="Agent job"
      testId="filter-has-job"
      values={YES_NO}
      selected={filters.hasJob === null ? null : [String(filters.hasJob)]}
      counts={undefined}
      single
      nameOf={jobName}
      onChange={(values) => setFilters(changeTo(values))}
      onPrefetch={(values) => prefetch(changeTo(values))}
    />
  );
}
