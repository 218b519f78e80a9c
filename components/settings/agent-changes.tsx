"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Leash } from "../../lib/contract/api/leash.ts";
import { ALWAYS_PROTECTED, LEASH } from "../../lib/contract/api/limits.ts";
import { agentLeash } from "../../lib/queries/job-actions.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/check-field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextField } from "../ui/text-field.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

const MEGABYTE = 1_000_000;

/** Shown disabled while the settings load. */
const PLACEHOLDER: Leash = {
  ...{ allowed: [], protected: [], draft: false, giveBack: false },
  ...{ maxFiles: LEASH.files, maxLines: LEASH.lines, maxBytes: LEASH.bytes },
};

/** What a project's agents may change without asking. */
export function AgentChanges({ projectId }: { projectId: string }) {
  const { settings, error, save } = useSaveSettings(projectId);
  const { data } = useQuery(agentLeash(projectId));
  const client = useQueryClient();
  const saved = settings?.leash;
  const submit = (leash: Leash) =>
    save.mutate(() => ({ leash }), {
      onSuccess: () => client.invalidateQueries({ queryKey: agentLeash(projectId).queryKey }),
    });
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
      {/* A new form for new values: those that someone else saved, too. */}
      <LeashForm
        key={JSON.stringify(saved)}
        saved={saved ?? PLACEHOLDER}
        folders={data?.folders ?? []}
        isSaved={save.isSuccess}
        onSave={submit}
      />
    </SettingsFields>
  );
}

function LeashForm(props: {
  saved: Leash;
  folders: readonly string[];
  isSaved: boolean;
  onSave: (leash: Leash) => void;
}) {
  const { saved, folders } = props;
  const [draft, setDraft] = useState({
    allowed: saved.allowed.join("\n"),
    protected: saved.protected.join("\n"),
    files: numberText(saved.maxFiles),
    lines: numberText(saved.maxLines),
    megabytes: numberText(saved.maxBytes && saved.maxBytes / MEGABYTE),
    isDraft: saved.draft,
    givesBack: saved.giveBack,
  });
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave({
      ...{ allowed: linesOf(draft.allowed), protected: linesOf(draft.protected) },
      ...{ maxFiles: limitOf(draft.files), maxLines: limitOf(draft.lines) },
      maxBytes: limitOf(draft.megabytes, MEGABYTE),
      ...{ draft: draft.isDraft, giveBack: draft.givesBack },
    });
  };
  const found = folders.filter((folder) => folder !== "").map((folder) => `${folder}/**`);
  const number = (label: string, name: "files" | "lines" | "megabytes") => (
    <TextField
      label={label}
      type="number"
      min={name === "megabytes" ? 0.001 : 1}
      step={name === "megabytes" ? "any" : 1}
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      className="w-32"
    />
  );
  return (
    <form onSubmit={submit} className="flex max-w-3xl flex-col gap-4">
      <TextArea
        label="Paths that the agent may change, one per line. If there are none, the folders of your documentation."
        rows={3}
        placeholder={found.length > 0 ? found.join("\n") : "**"}
        value={draft.allowed}
        onChange={({ target }) => change({ allowed: target.value })}
      />
      <TextArea
        label="Paths that it may not change, one per line"
        rows={3}
        placeholder="docs/legal/**"
        value={draft.protected}
        onChange={({ target }) => change({ protected: target.value })}
      />
      <PatternHint />
      <div className="flex flex-wrap gap-4">
        {number("Files at most", "files")}
        {number("Changed lines at most", "lines")}
        {number("Megabytes at most", "megabytes")}
      </div>
      <CheckField
        label="Open every pull request as a draft"
        hint="On a code host that has drafts."
        checked={draft.isDraft}
        onChange={({ target }) => change({ isDraft: target.checked })}
      />
      <CheckField
        label="Give new problems back to the agent once"
        hint="What the checks find in a change becomes one more prompt of its job. It costs as much as a follow-up."
        checked={draft.givesBack}
        onChange={({ target }) => change({ givesBack: target.checked })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit">Save</Button>
        <span role="status">{props.isSaved && "Saved"}</span>
      </div>
    </form>
  );
}

function PatternHint() {
  return (
    <p className="text-muted">
      <code className="font-mono">*</code> stands for any part of a name,{" "}
      <code className="font-mono">**</code> for any folders. Programs, links that lead out of the
      repository, and these always need a person:{" "}
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

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
