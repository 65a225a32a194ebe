/**
 * The look of the help, the product's own: the values are those of the tokens of `packages/plugin-sdk/src/tokens.css`,
 * which a test compares. The help has a sheet of its own because it stands when the product's pages do not.
 */
export const styles = `:root {
  color-scheme: light dark;
  --hue: 275;
  --color-canvas: light-dark(oklch(0.984 0.003 var(--hue)), oklch(0.178 0.009 var(--hue)));
  --color-surface: light-dark(oklch(1 0 0), oklch(0.213 0.011 var(--hue)));
  --color-sunken: light-dark(oklch(0.966 0.005 var(--hue)), oklch(0.157 0.008 var(--hue)));
  --color-hover: light-dark(oklch(0.3 0.03 var(--hue) / 0.055), oklch(0.9 0.03 var(--hue) / 0.075));
  --color-line: light-dark(oklch(0.915 0.007 var(--hue)), oklch(0.292 0.014 var(--hue)));
  --color-control: light-dark(oklch(0.655 0.016 var(--hue)), oklch(0.535 0.02 var(--hue)));
  --color-fg: light-dark(oklch(0.245 0.018 var(--hue)), oklch(0.945 0.006 var(--hue)));
  --color-muted: light-dark(oklch(0.44 0.02 var(--hue)), oklch(0.765 0.013 var(--hue)));
  --color-subtle: light-dark(oklch(0.515 0.018 var(--hue)), oklch(0.67 0.016 var(--hue)));
  --color-accent: light-dark(oklch(0.515 0.2 var(--hue)), oklch(0.565 0.19 var(--hue)));
  --color-on-solid: oklch(1 0 0);
  --color-accent-fg: light-dark(oklch(0.48 0.2 var(--hue)), oklch(0.775 0.115 var(--hue)));
  --color-accent-soft: light-dark(oklch(0.955 0.022 var(--hue)), oklch(0.295 0.06 var(--hue)));
  --color-focus: light-dark(oklch(0.56 0.19 var(--hue)), oklch(0.7 0.15 var(--hue)));
  --color-positive: light-dark(oklch(0.6 0.14 155), oklch(0.68 0.14 155));
  --color-positive-soft: light-dark(oklch(0.958 0.03 155), oklch(0.28 0.045 155));
  --color-warning: light-dark(oklch(0.72 0.15 75), oklch(0.76 0.14 75));
  --color-warning-soft: light-dark(oklch(0.965 0.035 85), oklch(0.295 0.045 75));
  --radius-control: 6px;
  --radius-card: 10px;
  --font-sans: 'Inter Variable', Inter, 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang SC',
    'HarmonyOS Sans SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Noto Sans CJK SC', 'Noto Sans SC',
    'Source Han Sans SC', sans-serif;
  --font-mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--color-canvas); color: var(--color-fg); font: 0.9375rem/1.65 var(--font-sans); overflow-wrap: break-word; -webkit-font-smoothing: antialiased; }
a { color: var(--color-accent-fg); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: 1rem; top: -5rem; z-index: 2; padding: 0.5rem 1rem; background: var(--color-surface); }
.skip:focus { top: 0.25rem; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1.25rem; min-height: 3rem; padding: 0.375rem 1.5rem; background: var(--color-surface); border-bottom: 1px solid var(--color-line); font-size: 0.8125rem; }
header a { display: inline-flex; align-items: center; min-height: 1.75rem; color: var(--color-muted); text-decoration: none; white-space: nowrap; }
header a:hover { color: var(--color-fg); text-decoration: underline; }
header .home { gap: 0.5rem; color: var(--color-fg); font-size: 0.875rem; font-weight: 600; }
header svg { width: 1.5rem; height: 1.5rem; fill: var(--color-accent); }
header svg path { fill: none; stroke: var(--color-on-solid); stroke-width: 4; stroke-linecap: round; }
header svg circle { fill: var(--color-on-solid); }
:host { display: block; font: 0.875rem/1.6 var(--font-sans); overflow-wrap: break-word; }
header .jump { display: none; }
form { display: flex; gap: 0.5rem; flex: 1; max-width: 26rem; margin: 0 auto; }
input, button { min-height: 2rem; border: 1px solid var(--color-control); border-radius: var(--radius-control); background: var(--color-surface); color: inherit; font: inherit; }
input { min-width: 0; flex: 1; padding: 0 0.625rem; }
input::placeholder { color: var(--color-subtle); opacity: 1; }
button { padding: 0 0.75rem; cursor: pointer; font-weight: 500; white-space: nowrap; }
button:hover { background: var(--color-sunken); }
.columns { display: grid; grid-template: 'side main outline' / 14rem minmax(0, 44rem) 12rem; justify-content: center; gap: 0 3rem; max-width: 84rem; margin: 0 auto; padding: 0 1.5rem; }
main { grid-area: main; padding: 2.5rem 0 5rem; }
.side { grid-area: side; padding: 2.25rem 0 3rem; }
.outline { grid-area: outline; position: sticky; top: 3rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; margin: 0 -0.625rem; padding: 2.25rem 0.625rem 2rem; }
.group { margin: 1.25rem 0 0.25rem; color: var(--color-subtle); font-size: 0.75rem; font-weight: 500; line-height: 1.25rem; }
section:first-child .group, .outline .group { margin-top: 0; }
.list { margin: 0; padding: 0; list-style: none; font-size: 0.8125rem; line-height: 1.25rem; }
nav .list a { display: block; padding: 0.25rem 0.625rem; margin: 0 -0.625rem; border-radius: var(--radius-control); color: var(--color-muted); text-decoration: none; }
nav .list a:hover { background: var(--color-hover); color: var(--color-fg); }
nav .list a[aria-current] { background: var(--color-accent-soft); color: var(--color-accent-fg); font-weight: 500; }
main .list { font-size: 0.9375rem; }
main .list li { margin: 0.125rem 0; }
main .list a { display: inline-block; padding: 0.125rem 0; }
main section .group { margin: 0 0 0.25rem; font-size: 0.8125rem; }
h1, h2, h3 { line-height: 1.3; text-wrap: balance; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; letter-spacing: -0.02em; }
.article h2 { margin: 2.25rem 0 0.5rem; font-size: 1.25rem; letter-spacing: -0.012em; }
.article h3 { margin: 1.75rem 0 0.5rem; font-size: 1rem; }
.article :is(h2, h3) a { color: inherit; text-decoration: none; }
.article :is(h2, h3) a:hover { text-decoration: underline; }
.columns:not(:has(.side)) { grid-template: 'main' / minmax(0, 58rem); }
.all { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.75rem 2rem; align-items: start; }
.all .list a { text-decoration: none; }
.all .list a:hover { text-decoration: underline; }
.lead { color: var(--color-muted); }
.found { margin: 0 0 1.5rem; padding: 0; list-style: none; }
.found li { padding: 0.75rem 0; border-top: 1px solid var(--color-line); }
.found a { font-weight: 500; text-decoration: none; }
.found a:hover { text-decoration: underline; }
.found p { margin: 0.125rem 0 0; color: var(--color-muted); font-size: 0.875rem; }
.found .kind { margin-left: 0.5rem; color: var(--color-subtle); font-size: 0.75rem; }
mark { padding: 0 0.1em; border-radius: 3px; background: var(--color-warning-soft); color: var(--color-fg); }
p, ul, ol, pre, blockquote, .table, .aside, .tabs, .cards, .code { margin: 0 0 1rem; }
.article :is(ul, ol) { padding-left: 1.375rem; }
.article li { margin: 0.25rem 0; }
.article li > :is(p, ul, ol):last-child { margin-bottom: 0.25rem; }
code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--color-hover); font: 0.875em/1.5 var(--font-mono); }
pre { overflow: auto hidden; padding: 0.75rem 1rem; border: 1px solid var(--color-line); border-radius: var(--radius-card); background: var(--color-sunken); }
pre code { padding: 0; background: none; }
blockquote { padding-left: 1rem; border-left: 3px solid var(--color-line); color: var(--color-muted); }
hr { margin: 2rem 0; border: 0; border-top: 1px solid var(--color-line); }
.table { overflow: auto hidden; overflow-y: hidden; border: 1px solid var(--color-line); border-radius: var(--radius-card); background: var(--color-surface); }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; line-height: 1.4; }
th, td { min-width: 6rem; padding: 0.5rem 0.875rem; text-align: left; vertical-align: top; }
td code { overflow-wrap: anywhere; }
th { color: var(--color-muted); font-weight: 500; }
td { border-top: 1px solid var(--color-line); }
.aside, .card, .tabs { padding: 0.75rem 1rem; border: 1px solid var(--color-line); border-radius: var(--radius-card); background: var(--color-surface); }
.aside { border-left: 3px solid var(--color-focus); }
.aside.tip { border-left-color: var(--color-positive); background: var(--color-positive-soft); }
.aside.caution { border-left-color: var(--color-warning); background: var(--color-warning-soft); }
.label { margin: 0 0 0.25rem; font-weight: 600; }
.aside > :last-child, .card > :last-child, .tabs details > div > :last-child { margin-bottom: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.75rem; }
.tabs { padding: 0; }
.tabs summary { padding: 0.5rem 1rem; cursor: pointer; font-weight: 500; }
.tabs details + details { border-top: 1px solid var(--color-line); }
.tabs details > div { padding: 0 1rem 0.75rem; }
.code .label { font-size: 0.8125rem; color: var(--color-muted); }
.steps > ol { padding: 0; list-style: none; counter-reset: step; }
.steps > ol > li { position: relative; margin: 0 0 1rem; padding-left: 2.5rem; counter-increment: step; }
.steps > ol > li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.625rem; height: 1.625rem; border-radius: 1rem; background: var(--color-accent-soft); color: var(--color-accent-fg); font-size: 0.8125rem; font-weight: 600; line-height: 1.625rem; text-align: center; }
@media (max-width: 75rem) {
  .outline { display: none; }
  .columns { grid-template: 'side main' / 13rem minmax(0, 44rem); }
}
@media (max-width: 48rem) {
  html { scroll-padding-top: 7rem; }
  header { flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.375rem 1rem; }
  header .jump { display: inline-flex; }
  header .home { margin-right: auto; }
  form { order: 1; flex-basis: 100%; max-width: none; padding-bottom: 0.25rem; }
  .columns { display: block; padding: 0 1rem; }
  main { padding: 1.5rem 0 2rem; }
  .side { padding: 1.5rem 0 3rem; border-top: 1px solid var(--color-line); }
  nav .list a { padding-block: 0.375rem; }
}
@media print {
  header, .side, .outline, .skip { display: none; }
}
`
