/** Returns the number in a pull request's address, such as "#12", or else nothing. */
export function pullNumber(link: string): string {
  const [, number] = /\/(\d+)\/?(?:[?#].*)?$/.exec(link) ?? [];
  return number === undefined ? "" : `#${number}`;
}

/** Names a pull request by the number in its address, such as "Pull request #12". */
export function pullName(link: string): string {
  return `Pull request ${pullNumber(link)}`.trimEnd();
}
