import { SignInFrame } from "../components/people/sign-in-frame.tsx";

export default function ForbiddenPage() {
  return (
    <SignInFrame title="You don't have access to this page">
      <p className="text-muted">
        Only admins can open this page. Ask an admin to change your role.
      </p>
      <a href="/" className="text-accent underline underline-offset-2">
        Go to the inbox
      </a>
    </SignInFrame>
  );
}
