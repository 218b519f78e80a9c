import Link from "next/link";
import { SignInFrame } from "../components/people/sign-in-frame.tsx";

export default function ForbiddenPage() {
  return (
    <SignInFrame title="Your role does not open this page">
      <p className="text-muted">
        You are signed in; this page is for admins. An admin of your team can change your role.
      </p>
      <Link href="/" className="text-accent underline underline-offset-2">
        Go to the inbox
      </Link>
    </SignInFrame>
  );
}
