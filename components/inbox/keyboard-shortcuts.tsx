"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, use, useState } from "react";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { NonceContext } from "../app/nonce.ts";
import { statusName } from "../feedback/status-label.tsx";
import { Button } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { areSingleKeysOn, switchSingleKeys } from "./shortcut-setting.ts";

type Row = [keys: ReactNode, does: string];

const LIST: Row[] = [
  [<Keys key="jk" of={["j", "k"]} />, "Next, previous entry"],
  [<Keys key="o" of={["o", "Enter"]} />, "Open the entry"],
  [<Keys key="x" of={["x", "Space"]} />, "Select the entry"],
  [<Keys key="JK" of={["Shift+J", "Shift+K"]} />, "Extend the selection"],
  [<Keys key="search" of={["/"]} />, "Search"],
  [<Keys key="esc" of={["Esc"]} />, "Close the entry, clear the selection"],
];

const TRIAGE: Row[] = [
  ...STATUSES.map((status, index): Row => {
    return [<Keys key={status} of={[String(index + 1)]} />, `Set to ${statusName(status)}`];
  }),
  [<Keys key="z" of={["z"]} />, "Take the last change back"],
];

const AGENT: Row[] = [
  [<Keys key="p" of={["p"]} />, "Draft a prompt from the selection"],
  [<Keys key="review" of={["Ctrl+Enter", "⌘Enter"]} />, "In a draft: go to its review"],
];

/** All keys of the inbox, and the switch for those that are a single sign. */
export function KeyboardShortcuts(props: {
  canTriage: boolean;
  canDraft: boolean;
  onClose: () => void;
}) {
  const [on, setOn] = useState(areSingleKeysOn);
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Popup className="fixed inset-x-2 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-2xl -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-2xl">
            <div className="flex items-center">
              <Dialog.Title className="font-semibold text-sm">Keys</Dialog.Title>
              <Dialog.Close render={<Button variant="quiet" className="ml-auto" />}>
                Close
              </Dialog.Close>
            </div>
            <div className={`grid gap-x-8 gap-y-4 sm:grid-cols-2 ${on ? "" : "opacity-60"}`}>
              <Group name="The list" rows={LIST} />
              {props.canTriage && <Group name="Status" rows={TRIAGE} />}
              {props.canDraft && <Group name="Agent" rows={AGENT} />}
            </div>
            <p className="text-muted">Status keys act on the selection, else on the active row.</p>
            <label className="flex items-center gap-2 border-line border-t pt-3">
              <input
                type="checkbox"
                checked={on}
                onChange={() => {
                  switchSingleKeys(!on);
                  setOn(!on);
                }}
                className="size-4 accent-accent"
              />
              Shortcuts of a single letter, digit or sign
            </label>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function Group({ name, rows }: { name: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted">{name}</h3>
      <dl className="flex flex-col gap-1">
        {rows.map(([keys, does]) => (
          <div key={does} className="flex items-baseline gap-3">
            <dt className="shrink-0 basis-24">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Keys({ of }: { of: string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {of.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
