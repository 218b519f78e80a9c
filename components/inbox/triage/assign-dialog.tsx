"use client";

import type { ItemChange } from "../../../lib/item-fields/decision.ts";
import { useOutbox } from "../../app/outbox.tsx";
import { useSession } from "../../app/session.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { Modal } from "../../ui/modal.tsx";
import { PersonChoices } from "../person-choices.tsx";

const TITLE_ID = "assign-title";

/** Chooses the person to assign items to. Without sign-in, there is only one. */
export function AssignDialog(props: {
  /** As for `PersonChoices`. */
  current: string | null | undefined;
  onAssign: (change: ItemChange) => void;
  onClose: () => void;
}) {
  const { hasSignIn } = useSession();
  const { projectId } = useOutbox();
  return (
    <Modal
      labelledBy={TITLE_ID}
      isLight
      onClose={props.onClose}
      className="inset-x-2 top-24 mx-auto w-fit max-w-[calc(100vw-1rem)] gap-2 p-3"
    >
      <h2 id={TITLE_ID} className="font-semibold text-sm">
        Assign to
      </h2>
      {hasSignIn ? (
        <PersonChoices
          current={props.current}
          onChoose={(assignee) => props.onAssign({ kind: "assign", assignee })}
        />
      ) : (
        <p className="text-muted">
          You're the only person here.{" "}
          <IntentLink href={`/${projectId}/start/team`} className="link text-accent">
            Invite your team
          </IntentLink>
        </p>
      )}
    </Modal>
  );
}
