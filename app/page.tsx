import { redirect } from "next/navigation";
import { requirePerson } from "./_server/page-access.ts";

export default async function Home() {
  const [first] = await (await requirePerson()).projects();
  redirect(first ? `/${first.id}/feedback?status=pending` : "/settings");
}
