/** The look of the host's own pages, with the values of the product's tokens, which a test compares. */
export const pageStyles = `:root {
  color-scheme: light dark;
  --hue: 275;
  --color-canvas: light-dark(oklch(0.984 0.003 var(--hue)), oklch(0.178 0.009 var(--hue)));
  --color-fg: light-dark(oklch(0.245 0.018 var(--hue)), oklch(0.945 0.006 var(--hue)));
  --color-muted: light-dark(oklch(0.44 0.02 var(--hue)), oklch(0.765 0.013 var(--hue)));
  --color-subtle: light-dark(oklch(0.515 0.018 var(--hue)), oklch(0.67 0.016 var(--hue)));
  --color-accent: light-dark(oklch(0.515 0.2 var(--hue)), oklch(0.565 0.19 var(--hue)));
  --color-accent-strong: light-dark(oklch(0.455 0.2 var(--hue)), oklch(0.51 0.19 var(--hue)));
  --color-on-solid: oklch(1 0 0);
  --color-focus: light-dark(oklch(0.56 0.19 var(--hue)), oklch(0.7 0.15 var(--hue)));
  --radius-control: 6px;
  --font-sans: 'Inter Variable', Inter, 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang SC',
    'HarmonyOS Sans SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Noto Sans CJK SC', 'Noto Sans SC',
    'Source Han Sans SC', sans-serif;
  --font-mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--color-canvas); color: var(--color-fg); font: 0.875rem/1.5 var(--font-sans); overflow-wrap: anywhere; -webkit-font-smoothing: antialiased; }
main { display: flex; flex-direction: column; align-items: center; max-width: 26rem; padding-bottom: 12vh; text-align: center; text-wrap: balance; }
.mark { width: 2.5rem; height: 2.5rem; }
.mark rect { fill: var(--color-accent); }
.mark path { fill: none; stroke: var(--color-on-solid); stroke-width: 4; stroke-linecap: round; }
.mark circle { fill: var(--color-on-solid); }
h1 { margin: 1.25rem 0 0.5rem; font-size: 1.25rem; line-height: 1.35; letter-spacing: -0.012em; }
p { margin: 0 0 0.25rem; color: var(--color-muted); }
.back { margin-top: 1.25rem; padding: 0.375rem 0.875rem; border-radius: var(--radius-control); background: var(--color-accent); color: var(--color-on-solid); font-weight: 500; text-decoration: none; }
.back:hover { background: var(--color-accent-strong); }
.back:focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px; }
.id { margin-top: 1.5rem; color: var(--color-subtle); font-size: 0.75rem; }
code { font-family: var(--font-mono); }
`
