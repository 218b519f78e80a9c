import { headers } from "next/headers";

/**
 * Reloads a page whose scripts are missing, as soon as they are there: between a build and the server's restart,
 * the old server renders pages that name files of the new build.
 */
export async function ReloadAfterBuild() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // Parts that load on demand have no `async` attribute, and are tried again where they are used (components/ui/lazy-part.tsx).
  const script = `addEventListener("error",({target:t})=>{t.matches?.("script[async]")&&setInterval(()=>fetch(t.src,{method:"HEAD"}).then(r=>r.ok&&location.reload(),()=>0),2000)},true)`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the script is ours.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
