/**
 * Visits of short links:
 *
 *   path --> key --> memory --> a link that leads on ----------------> redirect, quick
 *                      |        one that is off, too early, or over --> handler --> page, or the target of expired links
 *                      '------> not in memory ----------------------> handler --> database --> as above
 */
import { Problem, type Language, type MaybePromise, type ScopedDatabase } from '@host/plugin'
import { answerOf } from '@host/plugin/platform'
import type { EdgeHandler, EdgeScope, EdgeVisit, HostVisit, QuickAnswer } from '@host/plugin/platform'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { answerReport } from '../abuse/report-visit.ts'
import { answerPicture, answerPreview, asksPreview } from '../previews/answer-preview.ts'
import { answerPrivacy } from '../privacy/privacy-page.ts'
import { PasswordGuard } from '../guards/password-guard.ts'
import { endingPage, notFoundPage, warningPage, type Ending } from '../pages/link-pages.ts'
import { isReserved } from '../../shared.ts'
import { hostPageOf } from './host-pages.ts'
import { hostKey, visitKey, visitPath, type KeyPlace, type VisitPath } from './index-key.ts'
import { usualReferrerPolicy } from './referrer-policy.ts'
import { isOpen, workspaceOfIndexed, type IndexedLink } from './indexed-link.ts'
import { clickOf, counts } from '../clicks/click.ts'
import type { ClickWriter } from '../clicks/click-writer.ts'
import { knownOfVisit } from '../rules/known-of-visit.ts'
import { asksPast, asksPlace, matchRules } from '../rules/match-rules.ts'
import { nothingKnown, VisitFacts, type KnownOfVisit } from '../rules/visit-facts.ts'
import { KnownLinks } from './known-links.ts'
import { readPath } from './read-path.ts'
import { sidePageOf, type SidePage } from './side-pages.ts'
import { passQuery } from './pass-query.ts'

/** Browsers keep a permanent redirect; this bounds for how long, so that a changed link counts for them too. */
const cachePermanent = 'max-age=90'
const cacheTemporary = 'private, max-age=0'

/** A link with the target of a visit. */
interface Lead extends IndexedLink {
  /** The place of the rule that decided; null for none. */
  readonly rule: number | null
}

/** A redirect. */
interface Leading {
  readonly lead: Lead
  readonly answer: QuickAnswer & { readonly headers: LeadHeaders }
}

/** A link, with its redirects for visits that pass no query on: to its own target, and to that of each rule. */
interface KnownLink extends IndexedLink {
  /** Whether a redirect needs a look at the database. */
  readonly asks: boolean
  readonly leadings: readonly [own: Leading, ...rules: Leading[]]
}

type LeadHeaders = Record<'location' | 'cache-control' | 'referrer-policy', string>

/** What a key leads to: null for no link, undefined where only the database knows. */
type Found = string | null | undefined

/** Parts that redirects need. */
export interface RedirectParts extends Pick<Parts, 'ctx' | 'edge' | 'index' | 'clock' | 'passwords' | 'blobs'> {
  readonly clicks: Pick<ClickWriter, 'note' | 'preview' | 'visitorOf'>
}

export class Redirects {
  readonly #parts: RedirectParts
  readonly #known = new KnownLinks((link): KnownLink => ({
    ...link,
    asks: asksDatabase(link),
    leadings: this.#leadingsOf(link),
  }))
  readonly #passwords: PasswordGuard
  /** The visit that memory was asked about last, since the shared host asks twice about each. */
  #visit: HostVisit | undefined
  #found: Found
  /** The redirect of that visit. */
  #leading: Leading | undefined

  constructor(parts: RedirectParts) {
    this.#parts = parts
    this.#passwords = new PasswordGuard(parts)
  }

  /** The workspace of a link on the shared host that is visited, or that a page is about; undefined for no link. */
  workspaceOf(visit: HostVisit): MaybePromise<string | undefined> {
    const found = this.#find(undefined, visit)
    if (typeof found === 'string') return this.#known.of(found).orgId
    const asked = sidePageOf(visit.target)?.target ?? (found === null ? undefined : visit.target)
    if (asked === undefined) return undefined
    return readPath(this.#parts, undefined, asked).then((text) => text && workspaceOfIndexed(text))
  }

  /** The redirect of a link that is in memory and leads on. */
  quick(visit: EdgeVisit): QuickAnswer | undefined {
    const { host, orgId, target } = visit
    const text = this.#find(this.#ownOf(host, orgId), visit)
    if (typeof text !== 'string') return undefined
    const link = this.#known.of(text)
    if (link.orgId !== orgId || link.asks || !isOpen(link, this.#parts.clock())) return undefined
    if (asksPreview(link, visit.header)) return undefined
    const leading = this.#chosen(link, visit, nothingKnown)
    const { lead } = leading
    this.#leading = passesOn(link, target) ? this.#leadingWith(lead, headersOf(lead, target)) : leading
    return this.#leading.answer
  }

  readonly #notePassed = (): void => {
    if (this.#visit === undefined || this.#leading === undefined) return
    const { lead, answer } = this.#leading
    this.#note(this.#visit, lead, answer.headers.location)
  }

  #note(visit: HostVisit, { orgId, id, rule, version }: Lead, location: string): void {
    if (!counts(visit.method, visit.header)) return
    this.#parts.clicks.note(clickOf(visit, { orgId, id, rule, version, location }, this.#parts.clock()))
  }

  #leadingsOf(link: IndexedLink): KnownLink['leadings'] {
    const kept = (lead: Lead): Leading => this.#leadingWith(lead, Object.freeze(headersOf(lead, '')))
    const leadings = (link.guard?.rules ?? []).map(({ url }, rule) => kept({ ...link, url, rule }))
    return [kept({ ...link, rule: null }), ...leadings]
  }

  #leadingWith(lead: Lead, headers: LeadHeaders): Leading {
    return { lead, answer: { status: lead.code, headers, onPassed: this.#notePassed } }
  }

  /** Where a visit leads: to the target of the rule that decides, or to the link's own. */
  #chosen(link: KnownLink, { address, target, header }: HostVisit, known: KnownOfVisit): Leading {
    const [own] = link.leadings
    const rules = link.guard?.rules
    if (rules === undefined) return own
    const facts = new VisitFacts({ ...known, at: this.#parts.clock(), address, target, header })
    return link.leadings[matchRules(rules, facts, link.id) + 1] ?? own
  }

  /** Answers whatever the quick way leaves. */
  readonly handler: EdgeHandler<Tables> = async (scope) => {
    const { visit, host, orgId, db, language } = scope
    const own = this.#ownOf(host, orgId)
    const side = sidePageOf(visit.target)
    const text = await readPath(this.#parts, own, side?.target ?? visit.target)
    const link = text === undefined ? undefined : this.#known.of(text)
    if (side !== undefined) return await this.#beside(scope, side, link)
    const { isOff, from = 0, isLimited = false, isProtected = false, quarantined } = link?.guard ?? {}
    requireMethod(visit.method, isProtected)
    if (link === undefined || link.orgId !== orgId) return await this.#missing(own, visit.target, language)
    if (quarantined !== undefined) return warningPage(quarantined, language)
    if (isOff === true) return await this.#missing(own, visit.target, language)
    if (from > this.#parts.clock()) return endingPage('early', language)
    if (!isOpen(link, this.#parts.clock())) return ended(link, 'expired', language)
    // A link with a password shows no preview, which may tell what the password protects.
    const page = isProtected ? await this.#passwords.ask(scope, link.id) : await answerPreview(this.#parts, scope, link)
    if (page !== undefined) return page
    const rules = link.guard?.rules ?? []
    const known = await knownOfVisit(this.#parts, db, { orgId, linkId: link.id, rules, visit })
    const { lead } = this.#chosen(link, visit, known)
    if (isLimited && !(await takeSlot(db, link.id))) return ended(link, 'full', language)
    const headers = headersOf(lead, visit.target, isLimited || isProtected)
    this.#note(isProtected ? asFollowed(visit) : visit, lead, headers.location)
    return respond(isProtected ? seeOther : link.code, headers)
  }

  async #beside(
    scope: EdgeScope<Tables>,
    { name, target }: SidePage,
    link: KnownLink | undefined,
  ): Promise<Response | undefined> {
    const { visit, db, orgId, language } = scope
    requireMethod(visit.method, name === 'report')
    if (link === undefined || link.orgId !== orgId) return undefined
    const quarantined = link.guard?.quarantined
    if (quarantined !== undefined) return warningPage(quarantined, language)
    if (name === 'report') return await answerReport(this.#parts, scope, link.id)
    if (name === 'preview') return await answerPicture(this.#parts, scope, link)
    const rules = link.guard?.rules ?? []
    const known = await knownOfVisit(this.#parts, db, { orgId, linkId: link.id, rules, visit })
    const { lead } = this.#chosen(link, { ...visit, target }, known)
    const { location } = headersOf(lead, target)
    const click = clickOf(visit, { ...lead, location }, this.#parts.clock())
    return await answerPrivacy(this.#parts, click, language)
  }

  /** The page of a host for unknown slugs. Paths that programs ask every host for have none. */
  async #missing(own: KeyPlace['own'], target: string, language: Language): Promise<Response | undefined> {
    const slug = visitPath(target)?.slug
    if (own === undefined || (slug !== undefined && isReserved(slug))) return undefined
    const page = await this.#parts.index.read(hostKey(own.orgId, own.host))
    return page === null ? undefined : notFoundPage(hostPageOf(page), language)
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

function asksDatabase({ guard }: IndexedLink): boolean {
  const { isLimited = false, isProtected = false, rules = [] } = guard ?? {}
  return isLimited || isProtected || asksPlace(rules) || asksPast(rules)
}

/** Whether the query of a visit goes on to the target. */
function passesOn({ query }: Pick<IndexedLink, 'query'>, target: string): boolean {
  return query !== 'ignore' && target.includes('?')
}

/** @param isCounted whether the next visit must ask again, so that no browser may keep the answer */
function headersOf({ code, query, url, guard }: IndexedLink, target: string, isCounted = false): LeadHeaders {
  const isPermanent = code === 301 || code === 308
  const mark = passesOn({ query }, target) ? target.indexOf('?') : -1
  return {
    location: mark === -1 ? url : passQuery(url, target.slice(mark + 1), query),
    'cache-control': isCounted
      ? 'no-store'
      : isPermanent && guard?.rules === undefined && guard?.until === undefined
        ? cachePermanent
        : cacheTemporary,
    'referrer-policy': guard?.referrer ?? usualReferrerPolicy,
  }
}

/** After a form: others would have the browser post the password to the target. */
const seeOther = 303

/** @throws Problem `method_not_allowed` */
function requireMethod(method: string, takesForm: boolean): void {
  if (method === 'GET' || method === 'HEAD' || (takesForm && method === 'POST')) return
  throw new Problem('method_not_allowed', { headers: { allow: takesForm ? 'GET, HEAD, POST' : 'GET, HEAD' } })
}

/** The visit that a right password makes. */
function asFollowed({ host, target, address, header }: HostVisit): HostVisit {
  return { host, method: 'GET', target, address, header }
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

/** The answer of a link that is over. */
function ended(link: IndexedLink, ending: Ending, language: Language): Response {
  const expiredUrl = link.guard?.expiredUrl
  if (expiredUrl === undefined) return endingPage(ending, language)
  return respond(302, { ...headersOf(link, ''), location: expiredUrl, 'cache-control': cacheTemporary })
}
