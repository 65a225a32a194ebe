/**
 * The empty document that shows the HTML of an email. It runs nothing, loads nothing but pictures that the page made,
 * sends no form, and is shown within the pages of this host only.
 */
const policy = [
  "default-src 'none'",
  'img-src data: blob:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const style = `
html, body { height: auto !important; min-height: 0 !important; margin: 0 !important; padding: 0 !important; }
html { overflow: auto; background: transparent; }
body > div { font: 15px/1.5 system-ui, sans-serif; color: CanvasText; overflow-wrap: anywhere; }
body > div[data-paper=true] { background-color: Canvas; padding: 12px; border-radius: 8px; }
img { max-width: 100%; height: auto; }
img:not([src]) { visibility: hidden; }
pre { white-space: pre-wrap; }
blockquote { margin: 0.5em 0; padding-left: 0.75em; border-left: 2px solid; }
`

// Browsers look up the hosts of links ahead, unless told not to.
const page = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off"><title>Email</title><style>${style}</style></head><body></body></html>`

export function frameDocument(): Response {
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'private, max-age=3600',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    },
  })
}
