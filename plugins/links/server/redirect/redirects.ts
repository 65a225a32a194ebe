/**
 * Visits of short links:
 *
 *   path --> key --> memory --> a link that leads on ----------------> redirect, quick
 *                      |        one that is off, too early, or over --> handler --> page, or the target of expired links
 *                      '------> not in memory ----------------------> handler --> database --> as above
 */
import { Problem, type MaybePromise, type ScopedDatabase, type Wording } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import type { EdgeHandler, EdgeVisit, HostVisit, QuickAnswer } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { visitKey, visitPath, type KeyPlace, type VisitPath } from './index-key.ts'
import { isOpen, isRich, readIndexed, workspaceOfIndexed, type IndexedLink } from './indexed-link.ts'
import { clickOf, counts } from '../clicks/click.ts'
import type { ClickWriter } from '../clicks/click-writer.ts'
import { knownOfVisit } from '../rules/known-of-visit.ts'
import { asksPast, asksPlace, matchRules } from '../rules/match-rules.ts'
import { nothingKnown, VisitFacts, type KnownOfVisit } from '../rules/visit-facts.ts'
import { isPerson } from './visitors.ts'
import { readPath } from './read-path.ts'
import { RichLinks } from './rich-links.ts'
import { passQuery } from './pass-query.ts'

/** Browsers keep a permanent redirect; this bounds for how long, so that a changed link counts for them too. */
const cachePermanent = 'max-age=90'
const cacheTemporary = 'private, max-age=0'
/** The browser's usual policy; that of the instance's own pages would hide the referrer from every target. */
const referrerPolicy = 'strict-origin-when-cross-origin'

/** A link with the target of a visit. */
interface Lead extends IndexedLink {
  /** The place of the rule that decided; null for none. */
  readonly rule: number | null
}

/** A redirect, and where it leads with the query of its visit. */
interface Leading {
  readonly visit: HostVisit
  readonly lead: Lead
  readonly location: string
}

type LeadHeaders = Record<'location' | 'cache-control' | 'referrer-policy', string>

/** What a key leads to: null for no link, undefined where only the database knows. */
type Found = string | null | undefined

/** Parts that redirects need. */
export interface RedirectParts extends Pick<Parts, 'ctx' | 'edge' | 'index' | 'clock'> {
  readonly clicks: Pick<ClickWriter, 'note' | 'visitorOf'>
}

export class Redirects {
  readonly #parts: RedirectParts
  readonly #richLinks = new RichLinks(readIndexed)
  /** The visit that memory was asked about last, since the shared host asks twice about each. */
  #visit: HostVisit | undefined
  #found: Found
  /** The redirect that is about to be sent. */
  #leading: Leading | undefined

  constructor(parts: RedirectParts) {
    this.#parts = parts
  }

  /** The workspace of a link on the shared host; undefined for no link. */
  workspaceOf(visit: HostVisit): MaybePromise<string | undefined> {
    const found = this.#find(undefined, visit)
    if (found === null) return undefined
    if (found !== undefined) return workspaceOfIndexed(found)
    return readPath(this.#parts, undefined, visit.target).then((text) => text && workspaceOfIndexed(text))
  }

  /** The redirect of a link that is in memory and leads on. */
  quick(visit: EdgeVisit): QuickAnswer | undefined {
    const { host, orgId, target } = visit
    const text = this.#find(this.#ownOf(host, orgId), visit)
    if (typeof text !== 'string') return undefined
    const link = isRich(text) ? this.#richLinks.of(text) : readIndexed(text)
    if (link.orgId !== orgId || !leadsOn(link, this.#parts.clock)) return undefined
    const lead = this.#leadOf(link, visit, nothingKnown)
    const headers = headersOf(lead, target)
    this.#leading = { visit, lead, location: headers.location }
    return { status: link.code, headers, onPassed: this.#notePassed }
  }

  readonly #notePassed = (): void => {
    if (this.#leading !== undefined) this.#note(this.#leading)
  }

  #note({ visit, lead: { orgId, id, rule, version }, location }: Leading): void {
    if (!counts(visit.method, visit.header)) return
    this.#parts.clicks.note(clickOf(visit, { orgId, id, rule, version, location }, this.#parts.clock()))
  }

  /** A link with the target of the rule that decides. */
  #leadOf(link: IndexedLink, { address, target, header }: HostVisit, known: KnownOfVisit): Lead {
    const rules = link.guard?.rules
    if (rules === undefined) return { ...link, rule: null }
    const facts = new VisitFacts({ ...known, at: this.#parts.clock(), address, target, header })
    const place = matchRules(rules, facts, link.id)
    const rule = rules[place]
    return rule === undefined ? { ...link, rule: null } : { ...link, url: rule.url, rule: place }
  }

  /** Answers whatever the quick way leaves. */
  readonly handler: EdgeHandler<Tables> = async ({ request, visit, host, orgId, db }) => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Problem('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
    }
    const text = await readPath(this.#parts, this.#ownOf(host, orgId), visit.target)
    const link = text === undefined ? undefined : this.#richLinks.of(text)
    if (link === undefined || link.orgId !== orgId || link.guard?.isOff === true) return undefined
    const { from = 0, isLimited = false } = link.guard ?? {}
    if (from > this.#parts.clock()) throw new Problem('not_found', notYet)
    if (!isOpen(link, this.#parts.clock())) return ended(link, expired)
    if (isLimited && !isPerson(method, visit.header)) return preview(link)
    const rules = link.guard?.rules ?? []
    const known = await knownOfVisit(this.#parts, db, { orgId, linkId: link.id, rules, visit })
    const lead = this.#leadOf(link, visit, known)
    if (isLimited && !(await takeSlot(db, link.id))) return ended(link, full)
    const headers = headersOf(lead, visit.target, isLimited)
    this.#note({ visit, lead, location: headers.location })
    return respond(link.code, headers)
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
}

/** Whether a link redirects without a look at the database. */
function leadsOn(link: IndexedLink, clock: () => number): boolean {
  const { isLimited = false, rules = [] } = link.guard ?? {}
  return !isLimited && !asksPlace(rules) && !asksPast(rules) && isOpen(link, clock())
}

/** @param isCounted whether the next visit must ask again, so that no browser may keep the answer */
function headersOf({ code, query, url, guard }: IndexedLink, target: string, isCounted = false): LeadHeaders {
  const isPermanent = code === 301 || code === 308
  const mark = query === 'ignore' ? -1 : target.indexOf('?')
  return {
    location: mark === -1 ? url : passQuery(url, target.slice(mark + 1), query),
    'cache-control': isCounted
      ? 'no-store'
      : isPermanent && guard?.rules === undefined
        ? cachePermanent
        : cacheTemporary,
    'referrer-policy': referrerPolicy,
  }
}

function respond(status: number, headers: Record<string, string>): Response {
  return answerOf({ status, headers, body: null })
}

/** Takes one of the visits that a link has left: in the database, so that no process serves one too many. */
async function takeSlot(db: ScopedDatabase<Tables>, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('links_links')
    .set((set) => ({ clicks_used: set('clicks_used', '+', 1) }))
    .where('id', '=', id)
    .where((where) => where('clicks_used', '<', where.ref('click_limit')))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The answer of a link that is over. @throws Problem `gone` where it leads nowhere */
function ended(link: IndexedLink, reason: typeof expired): Response {
  const expiredUrl = link.guard?.expiredUrl
  if (expiredUrl === undefined) throw new Problem('gone', reason)
  return respond(302, { ...headersOf(link, ''), location: expiredUrl, 'cache-control': cacheTemporary })
}

/** The page that a program gets instead of one of a limited number of visits. */
function preview({ guard }: IndexedLink): Response {
  const title = escaped(Buffer.from(guard?.title ?? '', 'latin1').toString('utf8'))
  const body = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><meta property="og:title" content="${title}"></head><body></body></html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return answerOf({ status: 200, headers, body })
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const full = {
  detail: { en: 'This link has been used as often as it may be.', zh: '此链接的使用次数已达上限。' },
  nextStep: { en: 'Ask the person who sent it for a new one.', zh: '请向发送者索取新的链接。' },
}

const expired: { readonly detail: Wording; readonly nextStep: Wording } = {
  detail: { en: 'This link has expired.', zh: '此链接已过期。' },
  nextStep: { en: 'Ask the person who sent it for a new one.', zh: '请向发送者索取新的链接。' },
}

const notYet: { readonly detail: Wording } = {
  detail: { en: "This link doesn't lead anywhere yet.", zh: '此链接尚未生效。' },
}
