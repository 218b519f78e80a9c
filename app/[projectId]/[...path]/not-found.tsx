/** Within the project's layout, whose navigation leads on. */
export default function PageNotFound() {
  return (
    <div className="message-page">
      <h1>Page not found</h1>
      <p>This page doesn't exist or was deleted. Check the link and try again.</p>
    </div>
  );
}
