/** Renders within the project's layout. */
export default function JobNotFound() {
  return (
    <div className="message-page">
      <h1>Job not found</h1>
      <p>This job doesn't exist or was deleted. Check the link and try again.</p>
      <a href="../jobs">Go to agent jobs</a>
    </div>
  );
}
