/** Names a pull request by the number in its address, such as "Pull request #12". */
export function pullName(link: string): string {
  const [, number] = /\/(\d+)\/?(?:[?#].*)?$/.exec(link) ?? [];
  return number === undefined ? "Pull request" : `Pull request #${number}`;
}
