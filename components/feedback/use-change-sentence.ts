import { useReasonName } from "../app/use-dismissal-reasons.ts";
import { useLabelName } from "../app/use-labels.ts";
import { useTeammates } from "../app/use-teammates.ts";
import { changeSentence, type NamedChange } from "./change-sentence.ts";
import { useUntilName } from "./snooze-label.tsx";

type Change = NamedChange & { by: string | null };

/**
 * Returns a function that describes a change, as `changeSentence`.
 * @param fields fields of the changes: names that none of them needs aren't loaded
 */
export function useChangeSentence(
  fields: readonly NamedChange["field"][],
): (change: Change, items: number | null) => string {
  const people = useTeammates();
  const label = useLabelName(fields.includes("label"));
  const reason = useReasonName(fields.includes("dismissal"));
  const until = useUntilName();
  /** Changes have the name of who made them, which two people can have. */
  const isAlone = (name: string) => people?.filter((one) => one.name === name).length === 1;
  return (change, items) => {
    const person = (id: string) => {
      if (!people) return "…";
      const name = people.find((one) => one.id === id)?.name ?? "a deleted teammate";
      return name === change.by && isAlone(name) ? "themselves" : name;
    };
    return changeSentence(change, { person, label, reason, until }, items);
  };
}

/** Returns who made a change: a teammate, or else the platform or Errata itself. */
export function actorOf({ kind, by }: { kind: string; by: string | null }): string {
  if (kind === "platform") return "The platform";
  return by ?? "Errata";
}
