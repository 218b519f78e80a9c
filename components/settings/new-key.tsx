import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** A key in clear, for the one time that it is known. */
export function NewKey({ secret }: { secret: string }) {
  return (
    <OneTimeSecret text={secret} testId="fresh-key">
      Copy the key now: it is not kept, and it is not shown again.
    </OneTimeSecret>
  );
}
