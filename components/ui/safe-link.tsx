import type { ReactNode } from "react";
import { ExternalLink } from "./icons.tsx";

/**
 * Parses untrusted text as an http or https URL. Returns null for other schemes and for URLs with
 * credentials, which can disguise the real host.
 */
function parseWebUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null;
}

/** An external link, or plain text if the URL isn't safe to follow. */
export function SafeLink(props: {
  href: string;
  children: ReactNode;
  testId?: string;
  /** Whether it has no icon, so that it takes as much room as its text. */
  isBare?: boolean;
}) {
  const url = parseWebUrl(props.href);
  if (!url) return <span className="untrusted">{props.children}</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={props.isBare ? "Opens in a new tab" : undefined}
      data-testid={props.testId}
      className="link untrusted inline-flex items-center gap-1 text-accent"
    >
      {props.children}
      {props.isBare ? null : <ExternalLink label="(opens in a new tab)" size={12} />}
    </a>
  );
}
