/** Renders within the project's layout, which keeps its navigation. */
export default function PageNotFound() {
  return (
    <div className="message-page">
      <h1>Page not found</h1>
      <p>This page doesn't exist or was deleted. Check the link and try again.</p>
    </div>
  );
}
