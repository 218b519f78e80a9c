/** When the mirror gets the answers below. */
export const now = Date.UTC(2026, 10, 2, 12);

/** A page in the middle of a list, as what follows from it takes it. */
export const pageEnd = {
  nextCursor: "more",
  hasMore: true,
  isRepeated: false,
  isOutside: false,
  passedAt: null,
  isShort: false,
  isEmpty: false,
  dates: [],
  isReread: false,
  readAt: new Set<number>(),
};
/** Its items: one is new, or none is. */
export const fresh = { added: 1, changed: 0, previouslyObservedAt: [-1], firstSeenAt: [now] };
export const nothing = { added: 0, changed: 0, previouslyObservedAt: [], firstSeenAt: [] };
