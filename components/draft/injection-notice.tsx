import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { shorten } from "../../lib/text/shorten.ts";
import { Notice } from "../ui/notice.tsx";

/** Items shown with an excerpt; only IDs are shown for the rest. */
const MAX_SHOWN_ITEMS = 20;
const EXCERPT_LENGTH = 120;

/** Warns about evidence that looks like prompt injection, with reasons and excerpts. */
export function InjectionNotice(props: {
  items: Evidence[];
  flags: ReadonlyMap<string, string[]>;
}) {
  const reasons = (id: string) => props.flags.get(id) ?? [];
  const flagged = props.items.filter(({ id }) => reasons(id).length > 0);
  if (flagged.length === 0) return null;
  const others = flagged.slice(MAX_SHOWN_ITEMS).map(({ id }) => id);
  return (
    <Notice tone="warn">
      Some feedback looks like a prompt-injection attempt. It's quoted as data, but review it before
      you create the job.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="suspicious">
        {flagged.slice(0, MAX_SHOWN_ITEMS).map((item) => (
          <li key={item.id}>
            <span className="untrusted font-mono text-xs">{item.id}</span>:{" "}
            {reasons(item.id).join(" ")}{" "}
            <q dir="auto" className="untrusted">
              {excerpt(item)}
            </q>
          </li>
        ))}
      </ul>
      {others.length > 0 && `Also: ${others.join(", ")}`}
    </Notice>
  );
}

function excerpt({ comment, code }: Evidence): string {
  return shorten(displayable((comment ?? "").trim() || (code ?? "")), EXCERPT_LENGTH);
}
