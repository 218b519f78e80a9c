import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { PageBody } from "../../components/app/page-body.tsx";
import { Preloaded } from "../../components/app/preloaded.tsx";
import { Passkeys } from "../../components/people/passkeys.tsx";
import { PasswordForm } from "../../components/people/password-form.tsx";
import { ROLE_NAMES } from "../../components/people/role-select.tsx";
import { SecondFactor } from "../../components/people/second-factor.tsx";
import { Sessions } from "../../components/people/sessions.tsx";
import { SignOut } from "../../components/people/sign-out.tsx";
import { myPasskeys } from "../../lib/queries/passkeys.ts";
import { mySessions } from "../../lib/queries/people.ts";
import { preloadedQueries } from "../../lib/queries/preloaded.ts";
import { AccountLayout } from "../_server/account-layout.tsx";
import { requirePerson } from "../_server/page-access.ts";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const services = await requirePerson();
  const { person, hasSignIn, hasPasskeys } = services;
  const client = new QueryClient();
  const { isOn, hasPassword } = await services.account.secondFactor(person);
  if (hasSignIn) {
    const sessions = await services.account.sessions(await headers());
    client.setQueryData(mySessions.queryKey, { sessions });
    const passkeys = await services.account.passkeys(person);
    client.setQueryData(myPasskeys.queryKey, { passkeys });
  }
  return (
    <AccountLayout services={services}>
      <Preloaded queries={preloadedQueries(client)}>
        <PageBody>
          <h1 className="page-title">Account</h1>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <p className="untrusted">
              {person.name}
              {person.email && <span className="text-muted"> {person.email}</span>}
              <span className="text-muted"> · {ROLE_NAMES[person.role]}</span>
            </p>
            {hasSignIn && <SignOut />}
          </div>
          {hasSignIn && (
            <>
              <Sessions />
              {hasPassword && <SecondFactor isOn={isOn} />}
              {hasPassword && hasPasskeys && <Passkeys />}
              <PasswordForm />
            </>
          )}
        </PageBody>
      </Preloaded>
    </AccountLayout>
  );
}
