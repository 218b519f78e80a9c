const KEY = "errata-single-keys";

/**
 * Whether single letters, digits and signs are shortcuts in this browser. They can be switched off
 * for those who press them unawares, as by speech (WCAG 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // A browser that keeps nothing keeps the shortcuts as they are.
  }
}
