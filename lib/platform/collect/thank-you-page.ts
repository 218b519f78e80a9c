import "server-only";

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Thank you</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; min-height: 90vh; place-content: center; text-align: center; padding: 1rem }
</style>
<h1>Thank you</h1>
<p>Your feedback was sent. Go back to continue reading.</p>
`;

/** Returns the page for readers without JavaScript whose form names no page of its own. */
export function thankYouPage(): Response {
  return new Response(HTML, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "cache-control": "no-store",
    },
  });
}
