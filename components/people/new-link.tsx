import type { CreatedInvitation } from "../../lib/contract/api/people.ts";
import { Time } from "../app/time.tsx";
import { OneTimeSecret } from "../ui/one-time-secret.tsx";

/** A link for the one time that it is known. Errata sends no mail: whoever made it passes it on. */
export function NewLink({ made }: { made: CreatedInvitation }) {
  return (
    <OneTimeSecret text={made.link} testId="fresh-link">
      Send this link to {made.invitation.email}: it works once, until{" "}
      <Time at={made.invitation.expiresAt} />, and is not shown again.
    </OneTimeSecret>
  );
}
