import { MOST_EVIDENCE } from "../../../lib/contract/api/limits.ts";
import { StatusMenu } from "../../feedback/status-menu.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { Selection } from "./use-selection.ts";

/** What can be done with the selection. */
export function SelectionBar(props: {
  selection: Selection;
  /** Some of it is not in the list. */
  outside: boolean;
  /** Null where the person may not set one. */
  onSetStatus: ((status: string) => void) | null;
  /** Null where the person may not send prompts. */
  onDraft: (() => void) | null;
  onPrefetch: () => void;
}) {
  const { ids, capped, problem, clear } = props.selection;
  if (ids.size === 0 && problem === null) return null;
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2"
    >
      <p role="status" className="mr-2 tabular-nums">
        {problem ?? `${ids.size.toLocaleString("en")} selected`}
        {props.outside && " (some are not in this view)"}
        {capped && " (more match than one selection holds)"}
        {ids.size > MOST_EVIDENCE && `; one prompt takes at most ${MOST_EVIDENCE}`}
      </p>
      {props.onSetStatus && (
        <StatusMenu
          label="Status"
          title="Set the status of the selection"
          testId="set-status"
          className={buttonClass("plain")}
          current={null}
          onSet={props.onSetStatus}
        />
      )}
      {props.onDraft && (
        <Button
          variant="primary"
          data-testid="draft-prompt"
          disabled={ids.size === 0 || ids.size > MOST_EVIDENCE}
          onPointerEnter={props.onPrefetch}
          onFocus={props.onPrefetch}
          onClick={props.onDraft}
        >
          Draft prompt
        </Button>
      )}
      <Button variant="quiet" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
