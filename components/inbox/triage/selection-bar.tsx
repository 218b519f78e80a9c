import { useMemo } from "react";
import type { Status } from "../../../lib/contract/platform/vocabulary.ts";
import { useConnection } from "../../app/use-connection.ts";
import { DeleteButton } from "../../feedback/delete-button.tsx";
import { StatusMenu } from "../../feedback/status-menu.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { Choice } from "./choice.ts";
import { choicesFor } from "./choice-words.ts";
import type { Selection } from "./use-selection.ts";

/** Shows the number of selected items and the actions for them. */
export function SelectionBar(props: {
  projectId: string;
  selection: Selection;
  /** Whether some selected items aren't in the list. */
  hasUnlisted: boolean;
  /** Null if the person can't change statuses. */
  onSetStatus: ((status: Status) => void) | null;
  canAssign: boolean;
  /** Opens a choice for the items; null if the person can't triage. */
  onChoose: ((kind: Choice["kind"]) => void) | null;
  /** Null if the list isn't noise, or the person can't triage. */
  onRestore: (() => void) | null;
  /** Null if the person can't create jobs. */
  onDraft: (() => void) | null;
}) {
  const { onChoose } = props;
  const { ids, isLoading, clear } = props.selection;
  const items = useMemo(() => [...ids], [ids]);
  const isOnline = useConnection() === "online";
  return (
    <section aria-label="Selection" className="selection-bar">
      <p role="status" className="mr-2 tabular-nums">
        {isLoading ? loadingText(props.selection, isOnline) : selectedText(props)}
      </p>
      {props.onSetStatus && (
        <StatusMenu
          label="Set status"
          title="Set status of selected items"
          testId="set-status"
          className={buttonClass("plain")}
          current={null}
          onSet={props.onSetStatus}
          onDismiss={() => onChoose?.("dismiss")}
        />
      )}
      {onChoose &&
        choicesFor(props.canAssign).map(
          ({ kind, button }) =>
            button && (
              <Button key={kind} onClick={() => onChoose(kind)}>
                {button}
              </Button>
            ),
        )}
      {props.onRestore && <Button onClick={props.onRestore}>Restore from noise</Button>}
      {props.onDraft && (
        <Button
          variant="primary"
          data-testid="draft-prompt"
          disabled={!isLoading && items.length === 0}
          onClick={props.onDraft}
        >
          Draft fix
        </Button>
      )}
      {!isLoading && (
        <DeleteButton label="Delete" projectId={props.projectId} ids={items} onDeleted={clear} />
      )}
      <Button variant="quiet" onClick={clear}>
        {isLoading ? "Cancel" : "Clear selection"}
      </Button>
    </section>
  );
}

/** Names what happens once the items are known, because a key pressed by now shows no other effect. */
function loadingText({ next }: Selection, isOnline: boolean): string {
  const now = isOnline ? "Selecting all matching items" : "Waiting to select all matching items";
  return `${[now, ...next].join(", then ")}…`;
}

function selectedText(props: { selection: Selection; hasUnlisted: boolean }): string {
  const { ids, capped, problem } = props.selection;
  if (problem !== null) return problem;
  const count = ids.size.toLocaleString("en");
  return [
    `${count} selected`,
    props.hasUnlisted ? " (some aren't in this view)" : "",
    capped ? ` (the first ${count} matches)` : "",
  ].join("");
}
