export default function NotFoundPage() {
  return (
    <main className="message-page">
      <h1>Page not found</h1>
      <p>This page doesn't exist or was deleted. Check the link and try again.</p>
      <a href="/">Go to the inbox</a>
    </main>
  );
}
