import type { Audience, RateClass, RouteOptions } from '@host/plugin'
import { limits } from '@host/plugin'

const classes: readonly RateClass[] = ['sign-in', 'api', 'redirect', 'page', 'form', 'none']
const known: ReadonlySet<string> = new Set<keyof RouteOptions>([
  'bodyLimit',
  'structureLimit',
  'rateLimit',
  'deprecated',
  'operation',
  'tokenHint',
])
const safeMethods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/** Where a route stands, as far as its defaults depend on it. */
export interface RoutePlace {
  readonly method: string | undefined
  readonly path: string
  readonly audience: Audience
}

/** The options of a route, checked. @throws TypeError that gives the expected form */
export function checkRouteOptions(options: RouteOptions): void {
  const { bodyLimit, structureLimit, rateLimit, tokenHint } = options
  const unknown = Object.keys(options).find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new TypeError(`unknown option "${unknown}"; use ${[...known].map((name) => `"${name}"`).join(' or ')}`)
  }
  const most = limits.largestRequestBody
  const isFit = bodyLimit === undefined || (Number.isInteger(bodyLimit) && bodyLimit >= 0 && bodyLimit <= most)
  if (!isFit) throw new TypeError(`its bodyLimit is ${String(bodyLimit)}; use a number of bytes from 0 to ${most}`)
  const isCount = structureLimit === undefined || (Number.isInteger(structureLimit) && structureLimit > 0)
  if (!isCount) throw new TypeError(`its structureLimit is ${String(structureLimit)}; use an integer above 0`)
  if (rateLimit !== undefined && !classes.includes(rateLimit)) {
    throw new TypeError(
      `unknown rateLimit ${JSON.stringify(rateLimit)}; use ${classes.map((name) => `"${name}"`).join(' or ')}`,
    )
  }
  if (tokenHint !== undefined && !/^[ !#-[\]-~]{1,200}$/.test(tokenHint)) {
    throw new TypeError('its tokenHint must be 1 to 200 visible ASCII characters without quotes and backslashes')
  }
}

/** The limit class of a route. A change under `/api/auth/` without a session is an attempt to sign in. */
export function rateClassOf({ rateLimit }: RouteOptions, { method, path, audience }: RoutePlace): RateClass {
  if (rateLimit !== undefined) return rateLimit
  if (!path.startsWith('/api/')) return 'none'
  return path.startsWith('/api/auth/') && audience === 'public' && !safeMethods.has(method) ? 'sign-in' : 'api'
}
