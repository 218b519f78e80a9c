import { CopyOnce } from "../ui/copy-once.tsx";

/** A key in clear, for the one time that it is known. */
export function FreshKey({ secret }: { secret: string }) {
  return (
    <CopyOnce text={secret} testId="fresh-key">
      Copy the key now: it is not kept, and it is not shown again.
    </CopyOnce>
  );
}
