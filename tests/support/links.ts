/** What everybody in the tests signs in with. */
export const PASSWORD = "correct horse battery staple";

/** What the link of an invitation carries. */
export function tokenOf(link: string | null): string {
  return link?.split("/").at(-1) ?? "";
}
