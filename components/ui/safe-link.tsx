import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

/**
 * The http or https address that text is; nothing else of a stranger becomes a link, and neither
 * does an address with a name before the host, which is there to look like another host.
 */
function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null;
}

/** A link to somewhere else, or the bare text where the address is not one to follow. */
export function SafeLink(props: { href: string; children: ReactNode; testId?: string }) {
  const url = webAddress(props.href);
  if (!url) return <span className="untrusted">{props.children}</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-testid={props.testId}
      className="untrusted inline-flex items-center gap-1 text-accent underline underline-offset-2"
    >
      {props.children}
      <ExternalLink aria-label="(opens in a new tab)" size={12} className="shrink-0" />
    </a>
  );
}
