import { usePersonName } from "../app/use-person-name.ts";

/** The initials of the person that an item is assigned to. */
export function Assignee({ id }: { id: string }) {
  const name = usePersonName()(id);
  const title = `Assigned to ${name ?? "a teammate"}`;
  return (
    <span title={title} className="list-assignee">
      <span className="sr-only">{title}</span>
      <span aria-hidden>{name && initialsOf(name)}</span>
    </span>
  );
}

/** Returns the first letters of the first and the last word, in upper case. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.slice(1).at(-1)]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
