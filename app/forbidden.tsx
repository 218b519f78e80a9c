export default function ForbiddenPage() {
  return (
    <main className="message-page">
      <h1>You don't have access to this page</h1>
      <p>Only admins can open this page. Ask an admin to change your role.</p>
      <a href="/">Go to the inbox</a>
    </main>
  );
}
