/** The password of every test account. */
export const PASSWORD = "correct horse battery staple";

/** Returns the token of an invitation link. */
export function tokenOf(link: string | null): string {
  return link?.split("/").at(-1) ?? "";
}
