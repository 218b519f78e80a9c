import { AccountForm } from "../../components/people/account-form.tsx";
import { ProviderButton } from "../../components/people/provider-button.tsx";
import { signInErrorMessage } from "../../components/people/sign-in-errors.ts";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import type { Invitation } from "../../lib/contract/api/people.ts";
import { isAppError } from "../../lib/errors.ts";
import { services } from "../../lib/services.ts";

/** What a link opens: an account to make, or why there is none. Looking at it does not use it up. */
export async function InvitationScreen(props: { title: string; token: string; error: unknown }) {
  const { auth } = await services();
  const invitation = await opened(auth.invitation(props.token));
  if (typeof invitation === "string") {
    return (
      <SignInFrame title="This link opens nothing">
        <p className="text-muted">{invitation}</p>
      </SignInFrame>
    );
  }
  const { email, role, invitedBy } = invitation;
  const problem = signInErrorMessage(props.error);
  return (
    <SignInFrame title={props.title}>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <p className="untrusted text-muted">
        {invitedBy ? `${invitedBy} made this link for you. ` : null}Your role: {role}.
      </p>
      <AccountForm token={props.token} email={email} />
      {auth.hasProvider && email !== null && <ProviderButton next="/" invitation={props.token} />}
    </SignInFrame>
  );
}

/** The invitation, or why there is none. */
async function opened(invitation: Promise<Invitation>): Promise<Invitation | string> {
  try {
    return await invitation;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return error.message;
    throw error;
  }
}
