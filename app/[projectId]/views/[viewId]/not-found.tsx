/** Renders within the project's layout. */
export default function ViewNotFound() {
  return (
    <div className="message-page">
      <h1>View not found</h1>
      <p>This view doesn't exist or was deleted. Check the link and try again.</p>
      <a href="../feedback">Go to the inbox</a>
    </div>
  );
}
