"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";

/** Asks before something that can't be undone, and then says what was done. */
export function ConfirmDialog(props: {
  title: string;
  /** The button: verb and object. */
  action: string;
  /** Whether the consequences are known, so that the person can decide. */
  isReady?: boolean;
  isBusy: boolean;
  error: Error | null;
  /** Says what was done; null until then. */
  done: string | null;
  onConfirm: () => void;
  onClose: () => void;
  /** Says what will happen. */
  children: ReactNode;
}) {
  const { title, action, isReady = true, isBusy, error, done, onConfirm, onClose } = props;
  return (
    <Dialog title={title} width="max-w-md" onClose={onClose}>
      {done === null ? (
        <div className="flex flex-col gap-2">{props.children}</div>
      ) : (
        <Notice tone="good" role="status">
          {done}
        </Notice>
      )}
      <ErrorNotice error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{done === null ? "Cancel" : "Close"}</Button>
        {done === null && (
          <Button variant="danger" disabled={isBusy || !isReady} onClick={onConfirm}>
            {action}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
