/** Shown for a teammate's private view. Reveals nothing about it. */
export default function PrivateViewPage() {
  return (
    <div className="message-page">
      <h1>This view is private</h1>
      <p>
        Only the person who saved it can open it. Ask the person who sent you the link to share the
        view with the team.
      </p>
      <a href="/">Go to the inbox</a>
    </div>
  );
}
