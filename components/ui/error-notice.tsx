import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";

/**
 * Shows an error and announces it to screen readers. Renders nothing without an error.
 * @param props.children more about it, such as what to do
 */
export function ErrorNotice(props: { error: Error | null | undefined; children?: ReactNode }) {
  if (!props.error) return null;
  return (
    <Notice tone="bad" role="alert">
      {props.error.message}
      {props.children}
    </Notice>
  );
}
