import { redirect } from "next/navigation";
import { requirePerson } from "./_server/page-access.ts";
import { startAddress } from "./_server/start-address.ts";

export default async function Home() {
  const services = await requirePerson();
  const [first] = await services.projects();
  redirect(first ? await startAddress(services, first.id) : "/settings");
}
