import type { Metadata } from "next";
import { EntranceByLink } from "../../_server/entrance-by-link.tsx";

export const metadata: Metadata = { title: "Set-up" };

export default async function SetUpPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <EntranceByLink title="Set up Errata: the first admin" token={token} error={null} />;
}
