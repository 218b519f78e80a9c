import { Notice } from "./notice.tsx";

/** What went wrong, said aloud; nothing while nothing did. */
export function ErrorNotice({ error }: { error: Error | null | undefined }) {
  if (!error) return null;
  return (
    <Notice tone="bad" role="alert">
      {error.message}
    </Notice>
  );
}
