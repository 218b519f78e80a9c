/**
 * Colors come from the page's text color, so that the widget fits light and dark sites whether they follow the
 * system or have a switch of their own. Only the dialog and the button on code have a background. Nothing moves.
 */
export const STYLE = `
:host {
  display: block;
  font: var(--errata-font);
  color: var(--errata-text);
  --line: var(--errata-border, color-mix(in srgb, currentColor 50%, transparent));
  --mark: var(--errata-accent, currentColor);
}
* {
  box-sizing: border-box;
  margin: 0;
  border: 0;
  padding: 0;
  color: inherit;
  font: inherit;
}
section {
  margin: 2rem 0;
  padding: .5rem 0;
  border-top: 1px solid var(--line);
}
div {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .5rem;
}
form {
  display: grid;
  gap: .5rem;
  max-width: 36rem;
  padding-top: .5rem;
}
b { font-weight: 600 }
p { min-height: 1.5em }
button, textarea, label, input, dialog {
  padding: .3rem .7rem;
  border: 1px solid var(--line);
  border-radius: var(--errata-radius, .5rem);
  background: none;
}
button, label {
  display: inline-flex;
  align-items: center;
  gap: .5rem;
  min-height: 2rem;
  cursor: pointer;
}
label input {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  appearance: none;
  border: 0;
}
details[open] { flex: 1 1 100% }
button:hover, [aria-pressed=true], label:hover, :has(>:checked) {
  border-color: var(--mark);
  background: color-mix(in srgb, var(--mark) 15%, transparent);
}
[part][part~=send] {
  background: var(--errata-accent);
  color: var(--errata-accent-text);
}
:focus-visible {
  outline: 2px solid var(--mark);
  outline-offset: 2px;
}
textarea, [type=email] {
  display: block;
  width: 100%;
}
textarea { field-sizing: content; min-height: 4em }
label { position: relative; min-height: 1.75rem; padding-block: .1rem; border-radius: 2rem }
[part~=yes]::before, [part~=no]::before {
  content: "";
  padding: 9px;
  background: currentColor;
  clip-path: path(evenodd, "M0 8h4v9H0zM1 9h2v7H1zM5 8l4-8q3 0 3 7h6l-2 10H5zM6 8v8h9l2-8h-6q0-6-1-7z");
}
[part~=no]::before { rotate: 180deg }
:host(errata-code-report) { position: absolute }
[part~=report], dialog {
  background: var(--errata-background, Canvas);
  color: var(--errata-text, CanvasText);
}
[part~=report] { opacity: 0 }
:host(:is([shown], :hover, :focus-within)) * { opacity: 1 }
dialog {
  margin: auto;
  width: min(36rem, 90vw);
}
@media print {
  :host { display: none }
}
`;
