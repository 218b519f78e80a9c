// Platforms choose the IDs of items. In a URL path, some would be taken for part of a route (`export`) or for the parent folder (`..`).

/** Returns the path segment of an item's ID, before percent-encoding. An ID that a URL would misread gets a `~` in front. */
export function itemSegment(id: string): string {
  return /^(~.*|[a-z]+|\.\.?)$/s.test(id) ? `~${id}` : id;
}

/** Returns the item's ID from its path segment. */
export function itemOfSegment(segment: string): string {
  return segment.startsWith("~") ? segment.slice(1) : segment;
}
