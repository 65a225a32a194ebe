/**
 * Visits of short links:
 *
 *   path --> key --> memory --> a link that leads on ----------------> redirect, quick
 *                      |        one that is off, too early, or over --> handler --> page, or the target of expired links
 *                      '------> not in memory ----------------------> handler --> database --> as above
 */
import { Problem, type MaybePromise, type Wording } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import type { EdgeHandler, EdgeVisit, HostVisit, QuickAnswer } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { visitKey, visitPath, type KeyPlace, type VisitPath } from './index-key.ts'
import { readIndexed, workspaceOfIndexed, type IndexedLink } from './indexed-link.ts'
import { passQuery } from './pass-query.ts'

/** Browsers keep a permanent redirect; this bounds for how long, so that a changed link counts for them too. */
const cachePermanent = 'max-age=90'
const cacheTemporary = 'private, max-age=0'
/** The browser's usual policy; that of the instance's own pages would hide the referrer from every target. */
const referrerPolicy = 'strict-origin-when-cross-origin'

/** What a key leads to: null for no link, undefined where only the database knows. */
type Found = string | null | undefined

export class Redirects {
  readonly #parts: Pick<Parts, 'edge' | 'index' | 'clock'>
  /** The visit that memory was asked about last, since the shared host asks twice about each. */
  #visit: HostVisit | undefined
  #found: Found

  constructor(parts: Pick<Parts, 'edge' | 'index' | 'clock'>) {
    this.#parts = parts
  }

  /** The workspace of a link on the shared host; undefined for no link. */
  workspaceOf(visit: HostVisit): MaybePromise<string | undefined> {
    const found = this.#find(undefined, visit)
    if (found === null) return undefined
    if (found !== undefined) return workspaceOfIndexed(found)
    return this.#read(undefined, visit.target).then((text) => text && workspaceOfIndexed(text))
  }

  /** The redirect of a link that is in memory and leads on. */
  quick(visit: EdgeVisit): QuickAnswer | undefined {
    const { host, orgId, target } = visit
    const text = this.#find(this.#ownOf(host, orgId), visit)
    if (typeof text !== 'string') return undefined
    const link = readIndexed(text)
    if (link.orgId !== orgId || !leadsOn(link, this.#parts.clock)) return undefined
    return { status: link.code, headers: headersOf(link, target) }
  }

  /** Answers whatever the quick way leaves. */
  readonly handler: EdgeHandler = async ({ request, host, orgId }) => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Problem('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
    }
    const { pathname, search } = new URL(request.url)
    const text = await this.#read(this.#ownOf(host, orgId), pathname)
    const link = text === undefined ? undefined : readIndexed(text)
    if (link === undefined || link.orgId !== orgId || link.guard?.isOff === true) return undefined
    if (leadsOn(link, this.#parts.clock)) return respond(link.code, headersOf(link, pathname + search))
    const { expiredUrl, from = 0 } = link.guard ?? {}
    if (from > this.#parts.clock()) throw new Problem('not_found', notYet)
    if (expiredUrl === undefined) throw new Problem('gone', expired)
    return respond(302, { ...headersOf(link, ''), location: expiredUrl, 'cache-control': cacheTemporary })
  }

  #ownOf(host: string, orgId: string): KeyPlace['own'] {
    return host === this.#parts.edge.sharedHost ? undefined : { orgId, host }
  }

  #find(own: KeyPlace['own'], visit: HostVisit): Found {
    if (this.#visit === visit) return this.#found
    const path = visitPath(visit.target)
    this.#visit = visit
    this.#found = path === undefined ? null : this.#findPath(own, path)
    return this.#found
  }

  #findPath(own: KeyPlace['own'], path: VisitPath): Found {
    const { index } = this.#parts
    const folded = index.find(visitKey(own, path, false))
    return folded === null ? index.find(visitKey(own, path, true)) : folded
  }

  async #read(own: KeyPlace['own'], target: string): Promise<string | undefined> {
    const { index } = this.#parts
    const path = visitPath(target)
    if (path === undefined) return undefined
    const folded = await index.read(visitKey(own, path, false))
    return folded ?? (await index.read(visitKey(own, path, true))) ?? undefined
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
  return answerOf({ status, headers, body: null })
}

const expired: { readonly detail: Wording; readonly nextStep: Wording } = {
  detail: { en: 'This link has expired.', zh: '此链接已过期。' },
  nextStep: { en: 'Ask the person who sent it for a new one.', zh: '请向发送者索取新的链接。' },
}

const notYet: { readonly detail: Wording } = {
  detail: { en: "This link doesn't lead anywhere yet.", zh: '此链接尚未生效。' },
}
