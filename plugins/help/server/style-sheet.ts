import { createHash } from 'node:crypto'
import { styles } from './styles.ts'

/** Where the one style sheet of the help lies. */
export const stylePath = '/help/style.css'

/** The address of the present sheet, which clients cache. */
export function styleAddress(): string {
  return `${stylePath}?v=${styleVersion()}`
}

/** Changes when the sheet does. */
function styleVersion(): string {
  return createHash('sha256').update(styles).digest('hex').slice(0, 12)
}

/** Sends the style sheet; its URL contains its version, so clients cache it. */
export function sendStyleSheet(request: Request): Response {
  const isCurrent = new URL(request.url).searchParams.get('v') === styleVersion()
  return new Response(styles, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
