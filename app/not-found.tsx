export default function NotFoundPage() {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-3 p-10 text-center">
      <h1 className="font-semibold text-base">Page not found</h1>
      <p className="text-muted">
        This page doesn't exist or was deleted. Check the link and try again.
      </p>
      <a href="/" className="text-accent underline underline-offset-2">
        Go to the inbox
      </a>
    </main>
  );
}
