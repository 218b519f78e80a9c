"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link whose page is prefetched once the pointer or the focus reaches it. Next.js prefetches every
 * link in view otherwise, which is a request for each page that nobody may open.
 */
export function IntentLink(props: ComponentProps<typeof Link>) {
  const [isIntended, setIsIntended] = useState(false);
  const intend = () => setIsIntended(true);
  return (
    <Link
      {...props}
      prefetch={isIntended ? null : false}
      onPointerEnter={intend}
      onFocus={intend}
    />
  );
}
