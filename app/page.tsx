import { redirect } from "next/navigation";
import { services } from "../lib/services.ts";

export default async function Home() {
  const [first] = await (await services()).projects();
  redirect(first ? `/${first.id}/feedback?status=pending` : "/settings");
}
