import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

/** Whether text is an http or https address; nothing else of a stranger becomes a link. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A link to somewhere else, or the bare text where the address is not one to follow. */
export function SafeLink(props: { href: string; children: ReactNode; testId?: string }) {
  if (!isWebAddress(props.href)) return <span className="strange">{props.children}</span>;
  return (
    <a
      href={props.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-testid={props.testId}
      className="strange inline-flex items-center gap-1 text-accent underline underline-offset-2"
    >
      {props.children}
      <ExternalLink aria-label="(opens in a new tab)" size={12} className="shrink-0" />
    </a>
  );
}
