import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** A new API key, shown once. */
export function NewKey({ secret }: { secret: string }) {
  return (
    <OneTimeSecret text={secret} testId="fresh-key">
      Copy this key now. You won't be able to see it again.
    </OneTimeSecret>
  );
}
