/**
 * The frame of the shells in the page itself, so that a slow line shows it with the first bytes, long before the style
 * sheet and the scripts. The page's first script marks the address of a signed-in user by `data-frame`; the frame is
 * hidden as soon as the product is drawn. Its colors are those of tokens.css.
 *
 *   first bytes --> frame --> style sheet and scripts --> product
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tokensFile = fileURLToPath(import.meta.resolve('@host/plugin-sdk/tokens.css'))

const used = ['canvas', 'line', 'hover', 'accent', 'on-solid', 'console'] as const

const layout = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:var(--color-canvas)}
#frame{display:none}
[data-frame] #root:empty+#frame{display:block;position:fixed;inset:0}
#frame *{box-sizing:border-box}
#frame header{display:flex;align-items:center;height:3rem;padding:0 1rem;border-bottom:1px solid var(--color-line)}
#frame nav{position:absolute;inset:3rem auto 0 0;display:none;width:15rem;padding:1.5rem 1.25rem;border-right:1px solid var(--color-line)}
#frame i{display:block;height:.75rem;margin-bottom:1.25rem;border-radius:6px;background:var(--color-hover)}
#frame main{padding:2rem 1.5rem}
#frame main i{width:12rem;height:1.5rem}
[data-frame=instance] #frame :is(header,nav){border-color:transparent;background:var(--color-console)}
[data-frame=instance] #frame nav i{opacity:.15}
@media (width>=48rem){#frame nav{display:block}#frame main{margin-left:15rem}}
`

const logo =
  '<svg width="24" height="24" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="var(--color-accent)"/><path d="M10 8v16M10 19.5a6 6 0 0 1 12 0V24" fill="none" stroke="var(--color-on-solid)" stroke-width="4" stroke-linecap="round"/><circle cx="22" cy="9" r="2.6" fill="var(--color-on-solid)"/></svg>'

const markup = `<div id="frame" aria-hidden="true"><header>${logo}</header><nav>${'<i></i>'.repeat(7)}</nav><main><i></i></main></div>`

const root = '<div id="root"></div>'
const sheet = /\s*<link rel="stylesheet"[^>]*>/

/** A page with the frame, and with its style sheet behind the frame, which does not wait for it; a page without a root stays. */
export function withOpeningFrame(html: string): string {
  if (!html.includes(root)) return html
  const [link = ''] = sheet.exec(html) ?? []
  const style = `<style>${colors()}${layout.replaceAll('\n', '')}</style>`
  return html
    .replace(link, '')
    .replace('</head>', `  ${style}\n  </head>`)
    .replace(root, `${root}\n    ${markup}${link}`)
}

/** The values of the colors in the tokens. */
function colors(): string {
  const tokens = readFileSync(tokensFile, 'utf8')
  const [hue = ''] = /--hue:[^;]+;/.exec(tokens) ?? []
  const values = used.map((name) => {
    const [value] = new RegExp(`--color-${name}:[^;]+;`).exec(tokens) ?? []
    if (value === undefined) throw new Error(`tokens.css has no color ${name}.`)
    return value
  })
  return `:root{${hue}${values.join('')}}`
}
