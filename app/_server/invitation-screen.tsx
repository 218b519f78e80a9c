import { AccountForm } from "../../components/people/account-form.tsx";
import { ProviderButton } from "../../components/people/provider-button.tsx";
import { signInErrorMessage } from "../../components/people/sign-in-errors.ts";
import { SignInFrame } from "../../components/people/sign-in-frame.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import type { OpenInvitation } from "../../lib/contract/api/people.ts";
import { isAppError } from "../../lib/errors.ts";
import { services } from "../../lib/services.ts";

/** The account form of an invitation or setup link, or why the link is invalid. Viewing doesn't use it up. */
export async function InvitationScreen(props: { title: string; token: string; error: unknown }) {
  const { auth } = await services();
  const invitation = await invitationOrError(auth.invitation(props.token));
  if (typeof invitation === "string") {
    return (
      <SignInFrame title="This link is invalid or has expired">
        <p className="text-muted">{invitation}</p>
      </SignInFrame>
    );
  }
  const { email, role, invitedBy, name } = invitation;
  const problem = signInErrorMessage(props.error);
  return (
    <SignInFrame title={name === null ? props.title : "Reset your password"}>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      {invitedBy && (
        <p className="untrusted text-muted">
          {invitedBy} created this link for you.{name === null && ` Your role: ${role}.`}
        </p>
      )}
      <AccountForm token={props.token} email={email} name={name} />
      {auth.hasProvider && email !== null && <ProviderButton next="/" invitation={props.token} />}
    </SignInFrame>
  );
}

/** Returns the invitation, or the error message if the link is invalid. */
async function invitationOrError(
  invitation: Promise<OpenInvitation>,
): Promise<OpenInvitation | string> {
  try {
    return await invitation;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return error.message;
    throw error;
  }
}
