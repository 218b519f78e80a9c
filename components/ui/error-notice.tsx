import { Notice } from "./notice.tsx";

/** Shows an error and announces it to screen readers. Renders nothing without an error. */
export function ErrorNotice({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  return (
    <Notice tone="bad" role="alert">
      {error.message}
    </Notice>
  );
}
