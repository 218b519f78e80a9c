import type { Metadata } from "next";
import Link from "next/link";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
import { buttonClass } from "../../components/ui/button.tsx";
import { ownAddress } from "../../lib/http/address.ts";

export const metadata: Metadata = { title: "Session ended" };

export default async function SessionEndedPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = ownAddress((await props.searchParams).next);
  return (
    <SignInFrame title="Your session has ended">
      <p className="text-muted">
        It was too old, or somebody ended it. Nothing you saved was lost; sign in to go on where you
        were.
      </p>
      <Link
        href={`/sign-in?next=${encodeURIComponent(next)}`}
        className={buttonClass("primary")}
        prefetch={false}
      >
        Sign in again
      </Link>
    </SignInFrame>
  );
}
