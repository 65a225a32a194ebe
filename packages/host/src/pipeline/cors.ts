/**
 * Other origins whose pages may read answers of the API: the listed ones, compared exactly.
 *
 * Cookies take no part in it: no answer sends `Access-Control-Allow-Credentials`, so a page of a listed origin can't
 * read data of a visitor's session. It sends a token of its own in `Authorization`. State-changing calls with a session
 * are refused from every origin but ours, listed or not, see csrf.ts.
 *
 * Without a list no answer has any of these headers, and `OPTIONS` is a method like any other.
 */
import { noContent } from '@host/plugin'
import { plainAnswer, setDefaultHeader, setHeader } from '@host/plugin/platform'
import type { Lookup, Route } from '../http/router/route.ts'

const origin = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/
/** Headers of requests that the API reads. */
const readHeaders = 'accept-language, authorization, content-type, idempotency-key, x-file-name, x-workspace'
/** Headers of answers that a program needs. */
const shownHeaders =
  'deprecation, idempotency-original-status, idempotency-replayed, link, ratelimit, ratelimit-policy, retry-after, sunset, x-request-id'
const secondsKept = '600'

/** The origins listed in a text. @throws TypeError with a sentence that quotes the entry and gives the expected form */
export function parseOrigins(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const entry of entries) {
    if (!origin.test(entry) || !URL.canParse(entry) || new URL(entry).origin !== entry) {
      throw new TypeError(
        `${JSON.stringify(entry)} is not an origin; use scheme and host, such as "https://app.example.com"`,
      )
    }
  }
  return Object.freeze(entries)
}

/** The API as seen from other origins. */
export class Cors {
  readonly #origins: ReadonlySet<string>

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins)
  }

  /**
   * The answer to a preflight request; undefined for any other request, for an origin that is not listed and for a path
   * that answers `OPTIONS` itself: a plugin may have rules of its own.
   * @param found the router's result for `OPTIONS`
   */
  preflight(request: Request, found: Lookup<Route>): Response | undefined {
    const from = request.headers.get('origin')
    if (request.method !== 'OPTIONS' || from === null || !this.#origins.has(from)) return undefined
    const allow = methodsOf(found)
    if (allow === undefined || !request.headers.has('access-control-request-method')) return undefined
    return noContent({
      'access-control-allow-origin': from,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': readHeaders,
      'access-control-max-age': secondsKept,
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
  }

  /** An answer of the API as another origin's page may read it. Headers set by a plugin stay. */
  answer(request: Request, response: Response): Response {
    const from = request.headers.get('origin')
    const varied = setHeader(response, 'vary', withOrigin(statedVary(response)))
    if (from === null || !this.#origins.has(from)) return varied
    const named = setDefaultHeader(varied, 'access-control-allow-origin', from)
    return setDefaultHeader(named, 'access-control-expose-headers', shownHeaders)
  }
}

/** The methods that an address takes, unless it answers `OPTIONS` itself. */
function methodsOf(found: Lookup<Route>): string | undefined {
  if (found.kind === 'method_not_allowed') return found.allow
  if (found.kind !== 'found' || found.route.pattern.method !== undefined) return undefined
  return 'DELETE, GET, HEAD, PATCH, POST, PUT'
}

function statedVary(response: Response): string | null {
  const plain = plainAnswer(response)
  return plain === undefined ? response.headers.get('vary') : (plain.headers['vary'] ?? null)
}

/** A `Vary` with the origin in it: a cache must not show one origin data allowed for another. */
function withOrigin(vary: string | null): string {
  if (vary === null) return 'Origin'
  const names = new Set(vary.split(',').map((name) => name.trim().toLowerCase()))
  return names.has('origin') || names.has('*') ? vary : `${vary}, Origin`
}
