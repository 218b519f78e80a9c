import { redirect } from "next/navigation";
import { openForPerson } from "./_server/open-project.ts";

export default async function Home() {
  const [first] = await (await openForPerson()).projects();
  redirect(first ? `/${first.id}/feedback?status=pending` : "/settings");
}
