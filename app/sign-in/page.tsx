import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { LocalLinkAdvice } from "../../components/people/local-link-advice.tsx";
import { signInErrorMessage } from "../../components/people/sign-in-errors.ts";
import { SignInForm } from "../../components/people/sign-in-form.tsx";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
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
