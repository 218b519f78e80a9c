"use client";

import { ME, UNASSIGNED } from "../../../lib/filters/feedback-filters.ts";
import { useSession } from "../../app/session.tsx";
import { usePersonName } from "../../app/use-person-name.ts";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { PersonChoices } from "../person-choices.tsx";
import { chipClass } from "./chip.ts";

/** Shows the items of one person, or those that are assigned to nobody. */
export function AssigneeFilter(props: {
  assignee: string | null;
  onChange: (assignee: string | null) => void;
}) {
  const { assignee, onChange } = props;
  const me = useSession().person.id;
  const nameOf = usePersonName();
  const names: Record<string, string> = { [ME]: "Me", [UNASSIGNED]: "Unassigned" };
  const shown = assignee && (names[assignee] ?? nameOf(assignee) ?? "…");
  return (
    <PopoverButton
      title="Filter by assignee"
      testId="filter-assignee"
      isActive={assignee !== null}
      className={chipClass(assignee !== null)}
      label={<span className="truncate">{shown ? `Assignee: ${shown}` : "Assignee"}</span>}
    >
      {(close) => {
        const choose = (value: string | null) => {
          close();
          onChange(value);
        };
        return (
          <>
            <PersonChoices
              current={chosenOf(assignee, me)}
              onChoose={(id) => choose(id === null ? UNASSIGNED : id === me ? ME : id)}
            />
            <button
              type="button"
              disabled={assignee === null}
              onClick={() => choose(null)}
              className="clear-choices"
            >
              Anyone
            </button>
          </>
        );
      }}
    </PopoverButton>
  );
}

function chosenOf(assignee: string | null, me: string): string | null | undefined {
  if (assignee === ME) return me;
  return assignee === UNASSIGNED ? null : (assignee ?? undefined);
}
