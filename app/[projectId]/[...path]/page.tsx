import { notFound } from "next/navigation";

/** An address of a project that leads nowhere. The project's navigation stays. */
export default function UnknownPage() {
  notFound();
}
