import type { CreatedInvitation } from "../../lib/contract/api/people.ts";
import { Time } from "../app/time.tsx";
import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** A link that is shown once. Errata doesn't send email, so the admin has to share it. */
export function NewLink({ created }: { created: CreatedInvitation }) {
  return (
    <OneTimeSecret text={created.link} testId="fresh-link">
      Send this link to {created.invitation.email}. It works once, expires{" "}
      <Time at={created.invitation.expiresAt} />, and won't be shown again.
    </OneTimeSecret>
  );
}
