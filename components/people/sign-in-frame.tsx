import type { ReactNode } from "react";

/** Layout of pages outside the app, such as sign-in and invitations. */
export function SignInFrame(props: { title: string; children: ReactNode }) {
  return (
    // From a fixed height, so that nothing moves when a step is longer than the one before.
    <main className="flex justify-center px-6 pt-[min(16dvh,9rem)] pb-12">
      <div className="flex w-full max-w-84 flex-col gap-4">
        <p className="flex">
          <span className="wordmark">Errata</span>
        </p>
        <h1 className="page-title">{props.title}</h1>
        {props.children}
      </div>
    </main>
  );
}
