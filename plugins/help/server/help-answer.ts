import type { Html } from './html.ts'
import type { HelpQuery } from './help-query.ts'

/** No script, no style but our own file, no frame, nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page for its reader alone: what it lists depends on the workspace. */
export function helpAnswer(body: Html | string, { language, isMarkdown }: HelpQuery, status = 200): Response {
  return new Response(body.toString(), {
    status,
    headers: {
      'content-type': isMarkdown ? 'text/markdown; charset=utf-8' : 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy,
      'cache-control': 'no-store',
      vary: 'accept, accept-language, authorization, cookie',
    },
  })
}
