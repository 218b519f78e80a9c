import { Time } from "../app/time.tsx";

/** Marks a row whose item was deleted on the platform. Screen readers also hear the date. */
export function DeletedLabel({ at }: { at: number }) {
  return (
    <span className="tag">
      Deleted<span className="@max-4xl:sr-only"> on the platform</span>
      <span className="sr-only">
        {", found "}
        <Time at={at} exact />
      </span>
    </span>
  );
}
