import { STATUSES, type Status } from "../../lib/contract/platform/vocabulary.ts";
import { handleChoiceKey } from "../inbox/triage/choice-keys.ts";
import { Kbd } from "../ui/kbd.tsx";
import { StatusLabel } from "./status-label.tsx";

/** The statuses that can be set, with their shortcuts. */
export function StatusChoices(props: {
  current: string | null;
  onSet: (status: Status) => void;
  /** As for `StatusMenu`. */
  onDismiss: (() => void) | undefined;
}) {
  const setAt = (place: number) => {
    const status = STATUSES[place];
    if (status) props.onSet(status);
    return status !== undefined;
  };
  return (
    <ul className="min-w-44" onKeyDown={(event) => handleChoiceKey(event, setAt)}>
      {STATUSES.map((status, index) => (
        <li key={status}>
          <button
            type="button"
            data-status={status}
            aria-current={status === props.current || undefined}
            onClick={() => props.onSet(status)}
            className="option flex w-full items-center gap-3 aria-[current]:bg-accent-soft"
          >
            <StatusLabel status={status} />
            <span aria-hidden className="ml-auto">
              <Kbd>{index + 1}</Kbd>
            </span>
          </button>
        </li>
      ))}
      {props.onDismiss && (
        <li>
          <button
            type="button"
            onClick={props.onDismiss}
            className="option flex w-full items-center gap-3 pl-7"
          >
            Dismiss with reason
            <span aria-hidden className="ml-auto">
              <Kbd>r</Kbd>
            </span>
          </button>
        </li>
      )}
    </ul>
  );
}
