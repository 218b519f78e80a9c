// Platforms choose the IDs of items. In a path, one may read as a word of a route, such as `export`, or as a step up.

/** An item's ID as a segment of a path, before percent-encoding: with `~` where it would be misread. */
export function itemSegment(id: string): string {
  return /^(~.*|[a-z]+|\.\.?)$/s.test(id) ? `~${id}` : id;
}

/** The ID that a segment of a path stands for. */
export function itemOfSegment(segment: string): string {
  return segment.startsWith("~") ? segment.slice(1) : segment;
}
