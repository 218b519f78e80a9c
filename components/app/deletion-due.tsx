import { Time } from "./time.tsx";

/** Says when items that are missing on the platform are marked as deleted. */
export function DeletionDue({ at }: { at: number }) {
  return (
    <>
      The missing items will be marked as deleted if they're still missing on <Time at={at} exact />
      .{" "}
    </>
  );
}
