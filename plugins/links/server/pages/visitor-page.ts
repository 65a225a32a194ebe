/**
 * Pages that visitors of short links see: no script, no file, nothing of the product, and the colors of the visitor's
 * system.
 */
import { createHash } from 'node:crypto'
import type { Language } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import { escaped, type Markup } from './markup.ts'

/** A page. */
export interface VisitorPage {
  readonly status: number
  readonly language: Language
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Below the paragraphs. */
  readonly markup?: Markup
  /** Within the head. */
  readonly head?: Markup
  readonly headers?: Readonly<Record<string, string>>
}

const styles = `:root { color-scheme: light dark; }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 26rem; padding-bottom: 8vh; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.35; }
p { margin: 0 0 0.5rem; }
p, label, legend, .foot { color: color-mix(in srgb, CanvasText 75%, Canvas); }
form { display: flex; flex-direction: column; gap: 0.5rem; margin-top: 1rem; }
fieldset { margin: 0 0 0.5rem; padding: 0; border: 0; }
fieldset label { display: flex; gap: 0.5rem; padding: 0.25rem 0; }
input:not([type=radio]), textarea, button { width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; border: 1px solid color-mix(in srgb, CanvasText 55%, Canvas); border-radius: 6px; background: Canvas; color: CanvasText; font: inherit; }
textarea { min-height: 8rem; resize: vertical; }
button { margin-top: 0.5rem; border-color: CanvasText; background: CanvasText; color: Canvas; font-weight: 500; cursor: pointer; }
:focus-visible { outline: 2px solid CanvasText; outline-offset: 2px; }
.wrong { margin: 0; color: CanvasText; font-weight: 500; }
.foot { margin-top: 2rem; font-size: 0.875rem; }
a { color: inherit; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1rem 0 0; }
dd { margin: 0; }`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action `
/** Browsers apply the policy to the redirect after a form too, which leads to the target of the link. */
const formTargets = "'self' https: http:"

/** The answer with a page. */
export function visitorPage({ status, language, title, headers = {}, ...page }: VisitorPage): Response {
  const { paragraphs, markup, head } = page
  const body = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head?.html ?? ''}<title>${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>\n`).join('')}${markup?.html ?? ''}</main>
</body>
</html>
`
  return answerOf({
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy + (markup?.html.includes('<form') === true ? formTargets : "'none'"),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
      ...headers,
    },
    body,
  })
}
