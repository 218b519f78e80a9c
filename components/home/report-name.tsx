import type { Theme } from "../../lib/contract/api/themes.ts";
import { displayable } from "../../lib/text/displayable.ts";

/** Returns what readers report as text. */
export function reportName({ name, subject }: Pick<Theme, "name" | "subject">): string {
  return displayable(name ? `${name.from} → ${name.to}` : subject);
}

/** What readers report: the words that are wrong and what they should be, or else what one of them wrote. */
export function ReportName({ report }: { report: Theme }) {
  const { name, subject } = report;
  if (!name) return <bdi>{displayable(subject)}</bdi>;
  return (
    <>
      <del className="font-mono text-bad">{displayable(name.from)}</del>
      <span className="mx-1.5 text-muted">→</span>
      <ins className="font-mono no-underline">{displayable(name.to)}</ins>
    </>
  );
}
