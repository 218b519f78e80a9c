"use client";

import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { fieldClass } from "../../ui/field.ts";

/** A text field below lines of a diff. Ctrl+Enter submits it, and Esc closes it. */
export function LineForm(props: {
  label: string;
  testId: string;
  text: string;
  rows: number;
  maxLength: number;
  /** Whether the text is lines of a file. */
  isCode?: boolean;
  onType: (text: string) => void;
  /** Label of the button. */
  action: string;
  canSubmit: boolean;
  error: Error | null;
  onSubmit: () => void;
  /** Closes it. What was typed stays for the next time. */
  onClose: () => void;
  /** Closes it and deletes the typed text. */
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { text, canSubmit, onSubmit, onClose, onCancel, isCode = false } = props;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSubmit) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form onSubmit={submit} className="review-note">
      <label className="flex flex-col gap-1">
        <span className="text-muted">{props.label}</span>
        <textarea
          data-testid={props.testId}
          // biome-ignore lint/a11y/noAutofocus: someone pressed a button or a key for it.
          autoFocus
          rows={props.rows}
          maxLength={props.maxLength}
          value={text}
          onChange={({ target }) => props.onType(target.value)}
          onKeyDown={onKeyDown}
          className={`${fieldClass} h-auto w-full resize-y py-1 ${isCode ? "untrusted font-mono text-xs leading-5" : ""}`}
        />
      </label>
      {props.children}
      <ErrorNotice error={props.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!canSubmit}>
          {props.action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
