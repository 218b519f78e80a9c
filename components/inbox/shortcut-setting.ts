const KEY = "errata-single-keys";

/**
 * Whether single-key shortcuts are on in this browser. People can turn them off, because speech
 * input can trigger them by accident (WCAG 2.1.4).
 */
export function areSingleKeyShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeyShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without local storage, the setting can't be saved and shortcuts stay on.
  }
}
