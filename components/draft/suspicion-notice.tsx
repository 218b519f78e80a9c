import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { shorten } from "../../lib/text/shorten.ts";
import { Notice } from "../ui/notice.tsx";

/** Entries whose words are told here; the rest is named. */
const TOLD = 20;
const EXCERPT = 120;

/** Evidence that speaks to machines: each entry, why it is thought so, and its first words. */
export function SuspicionNotice(props: {
  entries: Evidence[];
  flags: ReadonlyMap<string, string[]>;
}) {
  const reasons = (id: string) => props.flags.get(id) ?? [];
  const suspicious = props.entries.filter(({ id }) => reasons(id).length > 0);
  if (suspicious.length === 0) return null;
  const others = suspicious.slice(TOLD).map(({ id }) => id);
  return (
    <Notice tone="warn">
      Reads like instructions to a machine. Quoted as data all the same; look at it before you send
      this.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="suspicious">
        {suspicious.slice(0, TOLD).map((entry) => (
          <li key={entry.id}>
            <span className="untrusted font-mono text-xs">{entry.id}</span>:{" "}
            {reasons(entry.id).join(" ")}{" "}
            <q dir="auto" className="untrusted">
              {excerpt(entry)}
            </q>
          </li>
        ))}
      </ul>
      {others.length > 0 && `And ${others.join(", ")}.`}
    </Notice>
  );
}

function excerpt({ comment, code }: Evidence): string {
  return shorten(displayable((comment ?? "").trim() || (code ?? "")), EXCERPT);
}
