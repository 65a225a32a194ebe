import { SafeHttpError, type SafeHttpClient, type SafeMethod } from '@host/plugin/safehttp'

/** Request of the protocol library. */
interface FetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | null | undefined
}

/** How long all requests of one step may take together, in milliseconds. */
const stepTime = 20_000

const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * The `fetch` for requests to providers: every request goes through safehttp, and an answer from any other address than
 * the requested one is refused. A redirect of the token endpoint would carry a code or a secret to an unintended place.
 */
export function safeFetch(client: SafeHttpClient): (url: string, init: FetchInit) => Promise<Response> {
  const signal = AbortSignal.timeout(stepTime)
  return async (url, { method, headers, body }) => {
    const answer = await client.fetch(signal, url, {
      method: method as SafeMethod,
      headers: { ...headers, 'user-agent': 'host-sign-in/1.0' },
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    })
    const asked = new URL(url)
    if (answer.url !== asked.origin + asked.pathname + asked.search) throw new SafeHttpError('redirect_not_allowed')
    if (answer.status < 200 || answer.status > 599) throw new SafeHttpError('bad_answer')
    const bytes = bodiless.has(answer.status) ? null : new Uint8Array(answer.body)
    return new Response(bytes, { status: answer.status, headers: answer.headers })
  }
}
