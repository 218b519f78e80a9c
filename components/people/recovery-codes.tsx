import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <OneTimeSecret text={codes.join("\n")} testId="recovery-codes">
      Save these recovery codes somewhere you can find them without your device. Each code signs you
      in once. They won't be shown again.
    </OneTimeSecret>
  );
}
