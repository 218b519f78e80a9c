import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInErrorMessage } from "../../components/people/sign-in-errors.ts";
import { SignInForm } from "../../components/people/sign-in-form.tsx";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { ownAddress } from "../../lib/contract/api/own-address.ts";
import { currentPerson, services } from "../../lib/services.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, error, link, step } = await props.searchParams;
  const wanted = ownAddress(next);
  if (await currentPerson(await headers())) redirect(wanted);
  const { auth } = await services();
  if (auth.hasLocalKey) {
    return (
      <SignInFrame title="Use a link to open Errata">
        <LocalLinkAdvice isRejected={link === "invalid"} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Sign in">
      <SignInForm
        next={wanted}
        hasProvider={auth.hasProvider}
        hasPasskeys={auth.hasPasskeys}
        problem={signInErrorMessage(error)}
        needsCode={step === "code"}
      />
    </SignInFrame>
  );
}

/** How to open a local dashboard in this browser. */
function LocalLinkAdvice({ isRejected }: { isRejected: boolean }) {
  return (
    <>
      {isRejected && (
        <Notice tone="bad" role="alert">
          This link was already used or has expired. Get a new one with <code>npm run link</code>.
        </Notice>
      )}
      <p className="text-muted">
        To keep other programs out, this dashboard opens only in browsers where you've used one of
        its links.
      </p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted">
        <li>Open the link that Errata printed when it started.</li>
        <li>
          Or run <code>npm run link</code> in Errata's folder and open the link that it prints.
        </li>
      </ul>
      <p className="text-muted">Each link works once and expires after an hour.</p>
    </>
  );
}
