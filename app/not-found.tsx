import Link from "next/link";

export default function NotFoundPage() {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-3 p-10 text-center">
      <h1 className="font-semibold text-base">There is nothing at this address</h1>
      <p className="text-muted">The link may be old, or belong to another project.</p>
      <Link href="/" className="text-accent underline underline-offset-2">
        Go to the inbox
      </Link>
    </main>
  );
}
