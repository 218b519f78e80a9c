/** Nobody sees this: Errata redirects to sign-in. Without it, every page would carry Next's own. */
export default function UnauthorizedPage() {
  return null;
}
