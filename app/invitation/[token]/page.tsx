import type { Metadata } from "next";
import { InvitationScreen } from "../../_server/invitation-screen.tsx";

export const metadata: Metadata = { title: "Invitation" };

export default async function InvitationPage(props: {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await props.params;
  const { error } = await props.searchParams;
  return <InvitationScreen title="Join your team on Errata" token={token} error={error} />;
}
