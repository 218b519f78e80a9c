/** The list on the screen, for updates that must not move what someone reads. */
export const shownList = {
  /** Whether an item is open or something is selected. */
  isReading: false,
  /** Offers new rows instead of showing them. */
  offer: (_ids: string[]): void => {},
};
