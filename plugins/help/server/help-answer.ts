import type { Html } from './html.ts'
import type { HelpQuery } from './help-query.ts'

/** No scripts, no frames, no external content, and only our own style sheet. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A page that only its reader may cache: the list depends on the workspace. */
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
