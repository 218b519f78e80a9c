import type { Metadata } from "next";
import { InvitationScreen } from "../../_server/invitation-screen.tsx";

export const metadata: Metadata = { title: "Setup" };

export default async function SetUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <InvitationScreen title="Create the first admin account" token={token} error={null} />;
}
