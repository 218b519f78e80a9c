import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { UnsavedChanges } from "../../components/app/unsaved-changes.tsx";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
import { buttonClass } from "../../components/ui/button.tsx";
import { ownAddress } from "../../lib/contract/api/own-address.ts";
import { services } from "../../lib/services.ts";

export const metadata: Metadata = { title: "Session ended" };

export default async function SessionEndedPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = ownAddress((await props.searchParams).next);
  if ((await services()).auth.hasLocalKey) redirect("/sign-in");
  return (
    <SignInFrame title="Your session ended">
      <p className="text-muted">
        It expired, or you were signed out. Everything you saved is still there. Sign in to continue
        where you left off.
      </p>
      <UnsavedChanges until="after you sign in" />
      <a href={`/sign-in?next=${encodeURIComponent(next)}`} className={buttonClass("primary")}>
        Sign in again
      </a>
    </SignInFrame>
  );
}
