/** The body of an error in the form that its reader takes. */
import type { ProblemBody } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import type { ErrorForm } from './error-reader.ts'
import { problemHeaders, type ProblemReader } from './problem-body.ts'
import { problemPage, problemPageHeaders } from './problem-page.ts'

const negotiated = { vary: 'accept, accept-language, cookie' }
const json: ErrorForm = { isNegotiated: false }

/** @param given the error's own headers; none changes the type of the body */
export function errorAnswer(
  body: ProblemBody,
  given: Readonly<Record<string, string>>,
  { language, form = json }: ProblemReader,
): Response {
  const { page, isNegotiated } = form
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  const own = page === undefined ? problemHeaders : problemPageHeaders(language)
  return answerOf({
    status: body.status,
    headers: {
      ...(isNegotiated ? negotiated : {}),
      ...headers,
      ...own,
      'cache-control': headers['cache-control'] ?? 'no-store',
    },
    body:
      page === undefined
        ? JSON.stringify(body)
        : problemPage(body, { ...page, language, wait: headers['retry-after'] }),
  })
}
