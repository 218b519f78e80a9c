import type { Metadata } from "next";
import { InvitationScreen } from "../../_server/invitation-screen.tsx";

export const metadata: Metadata = { title: "Set-up" };

export default async function SetUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <InvitationScreen title="Set up Errata: the first admin" token={token} error={null} />;
}
