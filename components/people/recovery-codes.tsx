import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <OneTimeSecret text={codes.join("\n")} testId="recovery-codes">
      Save these recovery codes where you can find them without your device. Each one signs you in
      once, and they aren't shown again.
    </OneTimeSecret>
  );
}
