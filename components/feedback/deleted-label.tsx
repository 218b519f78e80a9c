import { Time } from "../app/time.tsx";

/** Says of a row that the platform has the entry no longer; since when, on hover and aloud. */
export function DeletedLabel({ at }: { at: number }) {
  return (
    <span className="shrink-0 rounded border border-line px-1 text-muted text-xs">
      Gone<span className="@max-4xl:sr-only"> upstream</span>
      <span className="sr-only">
        {" since "}
        <Time at={at} exact />
      </span>
    </span>
  );
}
