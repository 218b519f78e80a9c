import { Lines } from "../../../components/start/lines.tsx";
import { IntentLink } from "../../../components/ui/intent-link.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import { type GuideProps, Step } from "./guide.tsx";

const LINES = `HOST=0.0.0.0
PUBLIC_URL=https://errata.example.org
AUTH_SECRET=a-secret-of-at-least-32-characters`;

export function TeamGuide({ services: { hasSignIn, person } }: GuideProps) {
  return (
    <>
      <Step number={1} title="Let your team reach Errata">
        {hasSignIn ? (
          <p>Your team can sign in.</p>
        ) : (
          <>
            <Lines text={LINES} />
            <p>
              Errata is only reachable from this computer, and you're its only user. Set these
              variables in .env or in the environment, and restart Errata. For HTTPS, see
              docs/deploy.md.
            </p>
          </>
        )}
      </Step>
      <Step number={2} title="Invite your teammates">
        {may(person.role, "people") ? (
          <p>
            {hasSignIn ? "Create" : "When your team can reach Errata, create"} an invitation link
            for each of them, and choose their role.{" "}
            <IntentLink href="/people" className="link text-accent">
              Invite a teammate
            </IntentLink>
          </p>
        ) : (
          <p>Ask an admin for this. Only admins can invite teammates.</p>
        )}
      </Step>
    </>
  );
}
