import "server-only";

/** The pages' style sheet. Colors follow the system. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2330, #e7e9ee);
  --muted: light-dark(#596274, #a2aaba);
  --page: light-dark(#ffffff, #14171d);
  --raised: light-dark(#f5f6f9, #1c2029);
  --line: light-dark(#e0e3ea, #2d333f);
  --accent: light-dark(#2f49b8, #9db1ff);
  --accent-ink: light-dark(#ffffff, #14171d);
  font: 16px/1.65 system-ui, sans-serif;
  background: var(--page);
  color: var(--ink);
  scroll-padding-top: 5rem;
}
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--accent); text-underline-offset: .2em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem 1rem; background: var(--page) }
header {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: .25rem 1.25rem;
  padding: .75rem 1.5rem;
  border-bottom: 1px solid var(--line);
  background: var(--page);
}
header a { color: var(--muted); font-size: .9rem }
header .name { margin-inline-end: auto; color: var(--ink); font-size: 1rem; font-weight: 650; text-decoration: none }
.to-menu { display: none }
.layout {
  display: grid;
  grid-template-columns: 15rem minmax(0, 1fr);
  gap: 3rem;
  max-width: 72rem;
  margin: 0 auto;
  padding: 0 1.5rem;
}
.menu {
  position: sticky;
  top: 3.25rem;
  align-self: start;
  max-height: calc(100vh - 3.25rem);
  padding: 1.5rem .25rem;
  overflow: auto;
  font-size: .9rem;
}
.menu h2 { margin: 1.25rem 0 .25rem; font-size: .8rem; font-weight: 650; color: var(--muted) }
.menu ul { margin: 0; padding: 0; list-style: none }
.menu li a {
  display: block;
  padding: .2rem .6rem;
  border-radius: .375rem;
  color: inherit;
  text-decoration: none;
  overflow-wrap: anywhere;
}
.menu li a:hover { background: var(--raised) }
.menu [aria-current] { background: var(--raised); color: var(--accent); font-weight: 600 }
.menu .close { display: none }
main { max-width: 46rem; padding: 2rem 0 4rem }
main:focus { outline: 0 }
article { overflow-wrap: break-word }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; text-wrap: balance }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.35rem; line-height: 1.3 }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.1rem }
h4, h5, h6 { margin: 1.5rem 0 .5rem; font-size: 1rem }
.lead { margin: 0 0 2rem; color: var(--muted); font-size: 1.1rem }
img { max-width: 100%; height: auto }
code { padding: .1em .3em; border-radius: .25rem; background: var(--raised); font: .88em/1.5 ui-monospace, monospace }
pre { position: relative; margin: 1.25rem 0; padding: 1rem; overflow: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised) }
pre code { padding: 0; background: none }
pre[data-filename]::before {
  content: attr(data-filename);
  display: block;
  margin-bottom: .6rem;
  color: var(--muted);
  font: .8rem ui-monospace, monospace;
}
.table { margin: 1.25rem 0; overflow: auto }
table { border-collapse: collapse; font-size: .93rem }
th, td { padding: .45rem .8rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top }
.center { text-align: center }
.right { text-align: end }
blockquote, .component { margin: 1.25rem 0; padding: .75rem 1rem; border-inline-start: 3px solid var(--line) }
.component { border-radius: .25rem; background: var(--raised) }
.component-warning, .component-danger, .component-caution { border-color: light-dark(#b3261e, #ff9d94) }
.component-note, .component-info, .component-tip, .component-callout { border-color: var(--accent) }
.component > :first-child { margin-top: 0 }
.component > :last-child { margin-bottom: 0 }
.component-title { margin: 0 0 .25rem; font-weight: 650 }
hr { margin: 2rem 0; border: 0; border-top: 1px solid var(--line) }
.turn { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 2rem }
.turn a { padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .5rem; text-decoration: none }
.turn a:hover { border-color: var(--accent) }
.turn small { display: block; color: var(--muted) }
.turn [rel=next] { margin-inline-start: auto; text-align: end }
footer { max-width: 72rem; margin: 0 auto; padding: 1.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .88rem }
errata-feedback {
  --errata-accent: var(--accent);
  --errata-accent-text: var(--accent-ink);
  --errata-background: var(--page);
  --errata-text: var(--ink);
}
errata-feedback:not(:defined) { display: block; min-height: 12rem }
noscript form { display: grid; gap: .75rem; margin-top: 2rem }
noscript textarea { display: block; width: 100%; min-height: 5rem }
@media (max-width: 50rem) {
  .layout { display: block }
  .to-menu { display: inline }
  .menu { display: none }
  .menu:target { display: block; position: static; max-height: none }
  .menu .close { display: inline-block }
  main { padding-top: 1.5rem }
  header { position: static }
}
`;
