"use client";

import { type ReactNode, useState } from "react";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { statusName } from "../feedback/status-label.tsx";
import { Button } from "../ui/button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Modal } from "../ui/modal.tsx";
import { areSingleKeyShortcutsOn, setSingleKeyShortcuts } from "./shortcut-setting.ts";
import { choicesFor } from "./triage/choice-words.ts";

const TITLE_ID = "shortcuts-title";

type Row = [keys: ReactNode, action: string];

const LIST: Row[] = [
  [<Keys key="jk" of={["j", "k"]} />, "Next or previous item"],
  [<Keys key="o" of={["o", "Enter"]} />, "Open item"],
  [<Keys key="x" of={["x", "Space"]} />, "Select item"],
  [<Keys key="JK" of={["Shift+J", "Shift+K"]} />, "Extend selection"],
  [<Keys key="edges" of={["Home", "End"]} />, "First or last loaded item"],
  [<Keys key="group" of={["→", "←"]} />, "Expand or collapse group"],
  [<Keys key="G" of={["Shift+G"]} />, "Group similar items, or list each item"],
  [<Keys key="search" of={["/"]} />, "Search"],
  [<Keys key="all" of={["Ctrl+K", "⌘K"]} />, "Find commands and more"],
  [<Keys key="esc" of={["Esc"]} />, "Close item, clear selection, or clear search"],
  [
    <Keys key="go" of={["g f", "g p", "g i", "g j", "g h"]} />,
    "Go to inbox, pages, insights, agent jobs, or Home",
  ],
];

const SEARCH: Row[] = [
  [<Keys key="words" of={["token fails"]} />, "All of these words or parts of words, in any order"],
  [<Keys key="phrase" of={['"token fails"']} />, "Exactly these words"],
  [<Keys key="not" of={["-token", '-"token fails"']} />, "Not these words"],
];

const TRIAGE: Row[] = [
  ...STATUSES.map((status, index): Row => {
    return [
      <Keys key={status} of={[String(index + 1)]} />,
      `Mark as ${statusName(status).toLowerCase()}`,
    ];
  }),
];

const choiceRows = (canAssign: boolean) =>
  choicesFor(canAssign).map(({ key, name }): Row => [<Keys key={key} of={[key]} />, name]);

const NOISE: Row[] = [[<Keys key="u" of={["u"]} />, "Restore from noise"]];

const NOTES: Row[] = [[<Keys key="n" of={["n"]} />, "Add note"]];

const ASSIGNING: Row[] = [[<Keys key="m" of={["m"]} />, "Assign to me"]];

const UNDOING: Row[] = [
  [<Keys key="z" of={["z"]} />, "Undo last change"],
  [<Keys key="Z" of={["Shift+Z"]} />, "Redo"],
];

const AGENT: Row[] = [
  [<Keys key="p" of={["p"]} />, "Draft fix from selection, open item, or active row"],
  [<Keys key="review" of={["Ctrl+Enter", "⌘Enter"]} />, "Review prompt (in a draft)"],
];

/** A dialog with the keyboard shortcuts of the inbox and a switch for single-key shortcuts. */
export function KeyboardShortcuts(props: {
  canTriage: boolean;
  canAssign: boolean;
  canDraft: boolean;
  onClose: () => void;
}) {
  const [isOn, setIsOn] = useState(areSingleKeyShortcutsOn);
  return (
    <Modal
      labelledBy={TITLE_ID}
      isLight
      onClose={props.onClose}
      className="inset-x-2 inset-y-0 m-auto h-fit max-h-[calc(100dvh-1rem)] max-w-2xl gap-4 overflow-y-auto p-4"
    >
      <div className="flex items-center">
        <h2 id={TITLE_ID} className="font-semibold text-sm">
          Keyboard shortcuts
        </h2>
        <Button variant="quiet" className="ml-auto" onClick={props.onClose}>
          Close
        </Button>
      </div>
      <div className={`grid gap-x-8 gap-y-4 sm:grid-cols-2 ${isOn ? "" : "opacity-60"}`}>
        <Group name="List" rows={LIST} />
        {props.canTriage && (
          <Group
            name="Changes"
            rows={[
              ...TRIAGE,
              ...choiceRows(props.canAssign),
              ...(props.canAssign ? ASSIGNING : []),
              ...NOTES,
              ...NOISE,
              ...UNDOING,
            ]}
          />
        )}
        <Group name="Search" rows={SEARCH} />
        {props.canDraft && <Group name="Agent" rows={AGENT} />}
      </div>
      {props.canTriage && (
        <p className="text-muted">
          Changes apply to the selected items, or the active row if nothing is selected.
        </p>
      )}
      <label className="flex items-center gap-2 border-line border-t pt-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={() => {
            setSingleKeyShortcuts(!isOn);
            setIsOn(!isOn);
          }}
          className="size-4"
        />
        Use single-key shortcuts
      </label>
    </Modal>
  );
}

function Group({ name, rows }: { name: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted">{name}</h3>
      <dl className="flex flex-col gap-1">
        {rows.map(([keys, action]) => (
          <div key={action} className="flex items-baseline gap-3">
            <dt className="shrink-0 basis-36">{keys}</dt>
            <dd>{action}</dd>
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
