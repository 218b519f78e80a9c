import { Notice } from "./notice.tsx";

/** Says why something couldn't be loaded, and tries again on request. Renders nothing without an error. */
export function LoadError(props: {
  error: Error | null;
  /** Names the outdated content that is still shown, such as "The list"; null if there is none. */
  outdated: string | null;
  onRetry: () => void;
}) {
  const { error, outdated, onRetry } = props;
  if (!error) return null;
  return (
    <Notice tone={outdated === null ? "bad" : "warn"} role="alert">
      {error.message}
      {outdated !== null && ` ${outdated} may be out of date.`}{" "}
      <button type="button" className="underline" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  );
}
