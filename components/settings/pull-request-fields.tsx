"use client";

import { LEASH } from "../../lib/contract/api/limits.ts";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";

/** How agents' pull requests are worded, and what is asked of whom, as the fields of the form have it. */
export interface PullFields {
  pullTitle: string;
  pullBody: string;
  /** One name per line. */
  reviewers: string;
  labels: string;
  /** Days, or empty. */
  closesAfter: string;
}

/**
 * Fields for the texts of a project's pull requests, and for their reviewers, labels, and closing
 * on another code host.
 */
export function PullRequestFields(props: {
  value: PullFields;
  onChange: (changed: Partial<PullFields>) => void;
}) {
  const { value, onChange } = props;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-medium">Pull requests</legend>
      <TextField
        label="Title"
        placeholder="docs: {title}"
        maxLength={LEASH.title}
        value={value.pullTitle}
        onChange={({ target }) => onChange({ pullTitle: target.value })}
      />
      <TextArea
        label="Description"
        rows={4}
        maxLength={LEASH.body}
        placeholder={"{changes}\n\nWhat readers said: {feedback}"}
        value={value.pullBody}
        onChange={({ target }) => onChange({ pullBody: target.value })}
      />
      <p className="text-muted">
        <code className="font-mono">{"{title}"}</code> is the title that Errata gives, such as “Fix
        /quickstart”. In the description, <code className="font-mono">{"{goal}"}</code>,{" "}
        <code className="font-mono">{"{pages}"}</code>,{" "}
        <code className="font-mono">{"{feedback}"}</code>, and{" "}
        <code className="font-mono">{"{changes}"}</code> stand for its parts. Empty fields keep
        Errata's own.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea
          label="Reviewers on GitHub or GitLab, one per line"
          rows={3}
          placeholder={"ann\ndocs-team/editors"}
          value={value.reviewers}
          onChange={({ target }) => onChange({ reviewers: target.value })}
        />
        <TextArea
          label="Labels on GitHub or GitLab, one per line"
          rows={3}
          placeholder="documentation"
          value={value.labels}
          onChange={({ target }) => onChange({ labels: target.value })}
        />
      </div>
      <TextField
        label="Close drafts after days without activity"
        type="number"
        min={1}
        max={LEASH.days}
        placeholder="Never"
        value={value.closesAfter}
        onChange={({ target }) => onChange({ closesAfter: target.value })}
        className="w-32"
      />
    </fieldset>
  );
}
