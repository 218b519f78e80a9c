import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Notice } from "./notice.tsx";

/** Shows a secret that is displayed only once, with a copy button and instructions. */
export function OneTimeSecret(props: { text: string; testId: string; children: ReactNode }) {
  return (
    <Notice tone="good" role="status">
      <p>{props.children}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <code
          data-testid={props.testId}
          className="untrusted whitespace-pre-line rounded bg-surface px-2 py-1 font-mono text-ink text-xs"
        >
          {props.text}
        </code>
        <CopyButton text={props.text} />
      </p>
    </Notice>
  );
}
