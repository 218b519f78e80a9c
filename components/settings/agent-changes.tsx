"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { Leash } from "../../lib/contract/api/leash.ts";
import { ALWAYS_PROTECTED, LEASH } from "../../lib/contract/api/limits.ts";
import { agentLeash } from "../../lib/queries/job-actions.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/check-field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type PullFields, PullRequestFields } from "./pull-request-fields.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSaveSettings } from "./use-save-settings.ts";
import { useSettingsEdit } from "./use-settings-edit.ts";

const MEGABYTE = 1_000_000;

/** Shown disabled while the settings load. */
const PLACEHOLDER: Leash = {
  allowed: [],
  protected: [],
  draft: false,
  giveBack: false,
  reportOnly: false,
  reviewers: [],
  labels: [],
  pullTitle: "",
  pullBody: "",
  closeDraftAfter: null,
  maxFiles: LEASH.files,
  maxLines: LEASH.lines,
  maxBytes: LEASH.bytes,
};

/** The leash as the fields of the form have it. */
interface LeashFields extends PullFields {
  /** One pattern per line. */
  allowed: string;
  protected: string;
  files: string;
  lines: string;
  megabytes: string;
  isDraft: boolean;
  givesBack: boolean;
  onlyReports: boolean;
}

/** What a project's agents may change without asking. */
export function AgentChanges({ projectId }: { projectId: string }) {
  const { settings, error, save } = useSaveSettings(projectId);
  const { data } = useQuery(agentLeash(projectId));
  const client = useQueryClient();
  const edit = useSettingsEdit({
    name: `leash:${projectId}`,
    saved: fieldsOf(settings?.leash ?? PLACEHOLDER),
    valueOf: ({ leash }) => fieldsOf(leash),
    changeTo: (fields) => ({ leash: leashOf(fields) }),
    save: save.mutateAsync,
  });
  const submit = () =>
    edit.save().then(
      () => client.invalidateQueries({ queryKey: agentLeash(projectId).queryKey }),
      // The error is shown above the form, and what was typed is kept.
      () => undefined,
    );
  return (
    <SettingsFields
      legend="Agent changes"
      isLoaded={settings !== undefined}
      error={error}
      save={save}
    >
      <p data-testid="leash" className="untrusted max-w-3xl">
        {displayable(data?.text ?? "")}
      </p>
      <LeashForm
        edit={edit}
        folders={data?.folders ?? []}
        isSaving={save.isPending}
        onSave={submit}
      />
    </SettingsFields>
  );
}

function LeashForm(props: {
  edit: ReturnType<typeof useSettingsEdit<LeashFields>>;
  folders: readonly string[];
  isSaving: boolean;
  onSave: () => void;
}) {
  const { edit, folders } = props;
  const { value } = edit;
  const change = (changed: Partial<LeashFields>) => edit.change({ ...value, ...changed });
  const problem = problemOf(leashOf(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.isSaving && problem === null) props.onSave();
  };
  const found = folders.filter((folder) => folder !== "").map((folder) => `${folder}/**`);
  return (
    <form onSubmit={submit} className="flex max-w-3xl flex-col gap-4">
      <PathFields value={value} found={found} onChange={change} />
      <PatternHint />
      <MaximumFields value={value} onChange={change} />
      <CheckField
        label="Open every pull request as a draft"
        hint="On code hosts that support drafts."
        checked={value.isDraft}
        onChange={({ target }) => change({ isDraft: target.checked })}
      />
      <CheckField
        label="Send new problems back to the agent once"
        hint="Problems that the checks find are sent to the agent as one more prompt, which costs as much as a follow-up."
        checked={value.givesBack}
        onChange={({ target }) => change({ givesBack: target.checked })}
      />
      <CheckField
        label="Report only"
        hint="What agents change isn't kept, and what they say is the result. Each prompt tells them so."
        checked={value.onlyReports}
        onChange={({ target }) => change({ onlyReports: target.checked })}
      />
      <PullRequestFields value={value} onChange={change} />
      {problem !== null && (
        <Notice tone="warn" role="alert">
          {displayable(problem)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={problem !== null}>
          Save agent changes
        </Button>
        {edit.isChanged && (
          <Button variant="quiet" disabled={props.isSaving} onClick={edit.discard}>
            Discard changes
          </Button>
        )}
        <span role="status">{edit.isSaved && "Saved"}</span>
      </div>
    </form>
  );
}

function PathFields(props: {
  value: LeashFields;
  /** The folders of the documentation, as patterns. */
  found: readonly string[];
  onChange: (changed: Partial<LeashFields>) => void;
}) {
  const { value, found, onChange } = props;
  return (
    <>
      <TextArea
        label="Paths the agent may change, one per line. If this is empty, the folders of your documentation."
        rows={3}
        placeholder={found.length > 0 ? found.join("\n") : "**"}
        value={value.allowed}
        onChange={({ target }) => onChange({ allowed: target.value })}
      />
      <TextArea
        label="Protected paths, one per line"
        rows={3}
        placeholder="docs/legal/**"
        value={value.protected}
        onChange={({ target }) => onChange({ protected: target.value })}
      />
    </>
  );
}

function MaximumFields(props: {
  value: LeashFields;
  onChange: (changed: Partial<LeashFields>) => void;
}) {
  const field = (label: string, name: "files" | "lines" | "megabytes") => (
    <TextField
      label={label}
      type="number"
      min={name === "megabytes" ? 0.001 : 1}
      step={name === "megabytes" ? "any" : 1}
      placeholder="No limit"
      value={props.value[name]}
      onChange={({ target }) => props.onChange({ [name]: target.value })}
      className="w-40"
    />
  );
  return (
    <div className="flex flex-wrap gap-4">
      {field("Maximum files", "files")}
      {field("Maximum changed lines", "lines")}
      {field("Maximum size in MB", "megabytes")}
    </div>
  );
}

function fieldsOf(leash: Leash): LeashFields {
  const { maxFiles, maxLines, maxBytes } = leash;
  return {
    allowed: leash.allowed.join("\n"),
    protected: leash.protected.join("\n"),
    files: numberText(maxFiles),
    lines: numberText(maxLines),
    megabytes: numberText(maxBytes && maxBytes / MEGABYTE),
    isDraft: leash.draft,
    givesBack: leash.giveBack,
    onlyReports: leash.reportOnly,
    reviewers: leash.reviewers.join("\n"),
    labels: leash.labels.join("\n"),
    pullTitle: leash.pullTitle,
    pullBody: leash.pullBody,
    closesAfter: numberText(leash.closeDraftAfter),
  };
}

function leashOf(fields: LeashFields): Leash {
  return {
    allowed: linesOf(fields.allowed),
    protected: linesOf(fields.protected),
    maxFiles: limitOf(fields.files),
    maxLines: limitOf(fields.lines),
    maxBytes: limitOf(fields.megabytes, MEGABYTE),
    draft: fields.isDraft,
    giveBack: fields.givesBack,
    reportOnly: fields.onlyReports,
    reviewers: linesOf(fields.reviewers),
    labels: linesOf(fields.labels),
    pullTitle: fields.pullTitle,
    pullBody: fields.pullBody,
    closeDraftAfter: limitOf(fields.closesAfter),
  };
}

function PatternHint() {
  return (
    <p className="text-muted">
      <code className="font-mono">*</code> matches any part of a name,{" "}
      <code className="font-mono">**</code> any folders. Executable files, links to outside the
      repository, and these paths always need approval:{" "}
      <span className="font-mono text-xs">{ALWAYS_PROTECTED.join(", ")}</span>.
    </p>
  );
}

function numberText(limit: number | null): string {
  return limit === null ? "" : String(limit);
}

/** An empty field is no limit. */
function limitOf(text: string, unit = 1): number | null {
  return text === "" ? null : Math.round(Number(text) * unit);
}

/** Returns what is wrong with the paths and how to correct it; null if they can be saved. */
function problemOf({ allowed, protected: locked }: Leash): string | null {
  const all = [...allowed, ...locked];
  const outside = all.find((path) => path.split("/").includes(".."));
  if (outside !== undefined) {
    return `The path “${outside}” isn't inside the repository. Enter a path without “..”.`;
  }
  if (all.some((path) => path.length > LEASH.pattern)) {
    return `A path is longer than ${LEASH.pattern} characters. Shorten it with ** for its folders.`;
  }
  if (Math.max(allowed.length, locked.length) > LEASH.patterns) {
    return `There are more than ${LEASH.patterns} paths in a field. Name the folders that contain them.`;
  }
  return null;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
