import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SecondFactorSetup } from "../../../components/people/second-factor-setup.tsx";
import { SignInFrame } from "../../../components/people/sign-in-frame.tsx";
import { ownAddress } from "../../../lib/contract/api/own-address.ts";
import { requireSignIn } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "Set up two-factor authentication" };

export default async function SecondFactorPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next } = await props.searchParams;
  const { person, account } = await requireSignIn();
  const { isOn, hasPassword, isMissing } = await account.secondFactor(person);
  if (isOn || !hasPassword) redirect("/account");
  return (
    <SignInFrame title="Set up two-factor authentication">
      <SecondFactorSetup
        next={next === undefined ? "/account" : ownAddress(next)}
        isRequired={isMissing}
      />
    </SignInFrame>
  );
}
