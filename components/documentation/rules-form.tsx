"use client";

import { type FormEvent, type ReactNode, useRef } from "react";
import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { SettingsFields } from "../settings/settings-fields.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageInField, RepositoryFields, SiteAddressField } from "./rule-fields.tsx";
import { problemOf } from "./rules-draft.ts";
import { TriedResult, triedSentence } from "./tried-result.tsx";
import { useRules } from "./use-rules.ts";

/** A form for the rules of a project's documentation, which can be tried on its feedback before they are saved. */
export function RulesForm(props: {
  projectId: string;
  hasRepository: boolean;
  /** By the rules that are saved; null while it isn't known. */
  check: DocsCheck | null;
  /** The saved rules' check. */
  children: ReactNode;
}) {
  const { projectId, hasRepository, check } = props;
  const form = useRef<HTMLFormElement>(null);
  const rules = useRules(projectId);
  const { draft, isChanged, error, save, tried } = rules;
  const problem = problemOf(draft);
  const attempt = (action: () => void) => {
    if (form.current?.reportValidity() && problem === null) action();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(() => save.mutate());
  };
  const fields = { draft, onChange: rules.change, sites: check?.sites ?? null };
  // A lost connection makes loading fail as well; one message is enough.
  const loadError = save.error ? null : error;
  return (
    <SettingsFields legend="Documentation" isLoaded={rules.isLoaded} error={loadError}>
      <form ref={form} onSubmit={submit} className="flex flex-col gap-5">
        <SiteAddressField {...fields} />
        {hasRepository && <RepositoryFields {...fields} />}
        <PageInField {...fields} />
        {isChanged && problem !== null && <Notice tone="warn">{problem}</Notice>}
        <Buttons
          rules={rules}
          isValid={problem === null}
          onTry={hasRepository ? () => attempt(() => tried.mutate()) : null}
        />
        <ErrorNotice error={save.error}> Your change wasn't saved.</ErrorNotice>
      </form>
      <Tried projectId={projectId} rules={rules} check={check}>
        {props.children}
      </Tried>
    </SettingsFields>
  );
}

type Rules = ReturnType<typeof useRules>;

/** @param props.onTry null without a repository */
function Buttons(props: { rules: Rules; isValid: boolean; onTry: (() => void) | null }) {
  const { isChanged, save, tried, discard } = props.rules;
  const isBusy = save.isPending || tried.isPending;
  const isDisabled = !isChanged || isBusy || !props.isValid;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {props.onTry && (
        <Button disabled={isDisabled} onClick={props.onTry}>
          Try these rules
        </Button>
      )}
      <Button type="submit" variant="primary" disabled={isDisabled}>
        Save changes
      </Button>
      {isChanged && (
        <Button variant="quiet" disabled={isBusy} onClick={discard}>
          Discard changes
        </Button>
      )}
    </div>
  );
}

/** Shows what the tried rules would change, or else the saved rules' check. */
function Tried(props: {
  projectId: string;
  rules: Rules;
  check: DocsCheck | null;
  children: ReactNode;
}) {
  const { check, rules } = props;
  const { data, error } = rules.tried;
  return (
    <div className="flex min-h-24 flex-col gap-2">
      <p role="status" className="empty:hidden">
        {data && check ? triedSentence(check, data) : rules.state}
      </p>
      <ErrorNotice error={error} />
      {data && check ? (
        <TriedResult projectId={props.projectId} saved={check} tried={data} />
      ) : (
        props.children
      )}
    </div>
  );
}
