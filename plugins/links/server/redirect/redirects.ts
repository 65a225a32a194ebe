/**
 * Visits of short links:
 *
 *   path --> keys --> memory --> a link that leads on ----------------> redirect, quick
 *                       |        one that is off, too early, or over --> handler --> page, or the target of expired links
 *                       '------> not in memory ----------------------> handler --> database --> as above
 */
import { Problem, type Wording } from '@host/plugin'
import type { EdgeHandler, EdgeVisit, HostVisit, QuickAnswer } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { visitKeys } from './index-key.ts'
import { readIndexed, workspaceOfIndexed, type IndexedLink } from './indexed-link.ts'
import { passQuery } from './pass-query.ts'

/** Browsers keep a permanent redirect; this bounds for how long, so that a changed link counts for them too. */
const cachePermanent = 'max-age=90'
const cacheTemporary = 'private, max-age=0'
/** The browser's usual policy; that of the instance's own pages would hide the referrer from every target. */
const referrerPolicy = 'strict-origin-when-cross-origin'

type Served = Pick<Parts, 'edge' | 'index' | 'clock'>

/** The workspace of a link on the shared host. */
export function workspaceOf(
  { index }: Served,
  { target }: HostVisit,
): string | undefined | Promise<string | undefined> {
  const found = findText(index, visitKeys(undefined, target))
  if (typeof found === 'string') return workspaceOfIndexed(found)
  if (found === null) return undefined
  return readText(index, visitKeys(undefined, target)).then((text) => text && workspaceOfIndexed(text))
}

/** The redirect of a link that is in memory and leads on. */
export function quickRedirect(served: Served, visit: EdgeVisit): QuickAnswer | undefined {
  const text = findText(served.index, keysOf(served, visit))
  if (typeof text !== 'string') return undefined
  const link = readIndexed(text)
  if (link.orgId !== visit.orgId || !leadsOn(link, served.clock)) return undefined
  return { status: link.code, headers: headersOf(link, visit.target) }
}

/** Answers whatever the quick way leaves. */
export function redirectHandler(served: Served): EdgeHandler {
  return async ({ request, host, orgId }) => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD')
      throw new Problem('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
    const { pathname, search } = new URL(request.url)
    const text = await readText(served.index, keysOf(served, { host, orgId, target: pathname }))
    const link = text === undefined ? undefined : readIndexed(text)
    if (link === undefined || link.orgId !== orgId || link.guard?.isOff === true) return undefined
    if (leadsOn(link, served.clock)) return respond(link.code, headersOf(link, pathname + search))
    const { expiredUrl, from = 0 } = link.guard ?? {}
    if (from > served.clock()) throw new Problem('not_found', notYet)
    if (expiredUrl === undefined) throw new Problem('gone', expired)
    return respond(302, { ...headersOf(link, ''), location: expiredUrl, 'cache-control': cacheTemporary })
  }
}

function leadsOn({ guard }: IndexedLink, clock: () => number): boolean {
  if (guard === undefined) return true
  const { isOff = false, from = 0, until = Number.POSITIVE_INFINITY } = guard
  const now = clock()
  return !isOff && from <= now && now < until
}

function headersOf({ code, query, url }: IndexedLink, target: string): Record<string, string> {
  const mark = query === 'ignore' ? -1 : target.indexOf('?')
  return {
    location: mark === -1 ? url : passQuery(url, target.slice(mark + 1), query),
    'cache-control': code === 301 || code === 308 ? cachePermanent : cacheTemporary,
    'referrer-policy': referrerPolicy,
  }
}

function respond(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers })
}

function keysOf({ edge }: Served, { host, orgId, target }: Pick<EdgeVisit, 'host' | 'orgId' | 'target'>) {
  return visitKeys(host === edge.sharedHost ? undefined : { orgId, host }, target)
}

/** A link in memory: null where there is none, undefined where only the database knows. */
function findText(index: Parts['index'], keys: readonly string[]): string | null | undefined {
  for (const key of keys) {
    const found = index.find(key)
    if (found !== null) return found
  }
  return null
}

async function readText(index: Parts['index'], keys: readonly string[]): Promise<string | undefined> {
  for (const key of keys) {
    const found = await index.read(key)
    if (found !== null) return found
  }
  return undefined
}

const expired: { readonly detail: Wording; readonly nextStep: Wording } = {
  detail: { en: 'This link has expired.', zh: '此链接已过期。' },
  nextStep: { en: 'Ask whoever sent it for a new one.', zh: '请向发送者索取新的链接。' },
}

const notYet: { readonly detail: Wording } = {
  detail: { en: "This link doesn't lead anywhere yet.", zh: '此链接尚未生效。' },
}
