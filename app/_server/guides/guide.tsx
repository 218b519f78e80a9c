import type { ReactNode } from "react";
import type { AuthorizedServices } from "../../../lib/services.ts";

/** Properties of a guide to a step of the setup. */
export interface GuideProps {
  services: AuthorizedServices;
  projectId: string;
}

/** A numbered step of a guide. */
export function Step(props: { number: number; title: string; children: ReactNode }) {
  const id = `step-${props.number}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-semibold text-sm">
        {props.number}. {props.title}
      </h2>
      {props.children}
    </section>
  );
}
