"use client";

import { useRouter } from "next/navigation";
import type { AnchorHTMLAttributes, MouseEvent } from "react";

/**
 * A link within Errata. Its page is prefetched once the pointer or the focus reaches it. `next/link`
 * prefetches every link in view, and every page would load its code.
 */
export function IntentLink({
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const router = useRouter();
  const prefetch = () => router.prefetch(href);
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    router.push(href);
  };
  return <a {...rest} href={href} onPointerEnter={prefetch} onFocus={prefetch} onClick={follow} />;
}

/** Whether the browser opens the link in a new tab or window, or downloads it. */
function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
