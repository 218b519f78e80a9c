import { Fragment } from "react";
import { displayable } from "../../lib/text/displayable.ts";

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

/**
 * Splits a path or a URL after its slashes, where a line should break before it breaks within a word. The first
 * slashes stay with what follows.
 */
export function pathParts(path: string): string[] {
  return path.split(/(?!\/)(?<=[^/]\/+)/);
}
