import { Fragment } from "react";
import { displayable } from "../../lib/text/displayable.ts";
import { pathParts } from "../../lib/text/path-parts.ts";

/** An untrusted path, whose lines break after slashes if they can. */
export function PathText({ path }: { path: string }) {
  return pathParts(displayable(path)).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
