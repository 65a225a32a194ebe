/** The form at `/.report/<slug>` of every link host, with which visitors report a link. */
import { domainToUnicode } from 'node:url'
import { requireService, RateLimit, type Language } from '@host/plugin'
import type { EdgeScope } from '@host/plugin/platform'
import { linkLimits, reportReasons, type ReportReason } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { joined, markup, type Markup } from '../pages/markup.ts'
import { fieldText, isSentByOtherSite, readForm } from '../pages/read-form.ts'
import { visitorPage } from '../pages/visitor-page.ts'
import type { Parts } from '../parts.ts'
import { networkOf } from '../guards/password-tries.ts'
import { notify, shortName } from './quarantine-links.ts'
import { reportTexts } from './report-texts.ts'
import { targetHostOf } from './target-host.ts'

/** A text of characters of four bytes, each of them escaped, with an address. */
const mostBytes = 16_384
const hour = 3_600_000

type Scope = Pick<EdgeScope<Tables>, 'visit' | 'request' | 'db' | 'language'>

interface Filled {
  readonly reason: ReportReason | undefined
  readonly text: string
  readonly email: string
}

/** Shows the form, or takes a report. @param linkId of the link that is reported */
export async function answerReport(parts: Pick<Parts, 'ctx' | 'clock'>, scope: Scope, linkId: string) {
  const { db, request, visit, language } = scope
  const links = db.selectFrom('links_links').select(['id', 'host', 'slug', 'url']).where('id', '=', linkId)
  const link = await links.executeTakeFirst()
  if (link === undefined) return undefined
  const address = `${domainToUnicode(link.host)}/${link.slug}`
  const empty: Filled = { reason: undefined, text: '', email: '' }
  const isPosted = request.method === 'POST' && !isSentByOtherSite(visit.header)
  if (!isPosted) return formPage({ address, language, filled: empty })
  const form = await readForm(request, mostBytes)
  const say = reportTexts[language]
  if (form === 'not_a_form') return formPage({ address, language, filled: empty, status: 415 })
  if (form === 'too_large') return formPage({ address, language, filled: empty, status: 413, wrong: say.tooLong })
  const filled = readFilled(form)
  const wrong = wrongIn(filled, language)
  if (wrong !== undefined) return formPage({ address, language, filled, status: 400, wrong })
  const wait = await waitOf(parts, visit.address, linkId)
  if (wait !== undefined) return tooManyPage(language, wait)
  const thanks = visitorPage({ status: 200, language, title: say.thanks, paragraphs: [say.thanksText] })
  if (!(await hasRoom(db, linkId))) return thanks
  const { reason = 'other', text, email } = filled
  const values = { link_id: link.id, host: link.host, slug: link.slug, url: link.url }
  const made = { target_host: targetHostOf(link.url), created_at: new Date(parts.clock()).toISOString() }
  await db
    .insertInto('links_reports')
    .values({ ...values, ...made, reason, text, email })
    .execute()
  await notify(parts, {
    to: { instanceAdmins: true },
    category: 'reports',
    title: { en: `${shortName(link)} was reported`, zh: `${shortName(link)} 被举报` },
    path: '/link-reports',
    key: 'reports',
  })
  return thanks
}

/** Reports of a link that wait for a decision. More say nothing new. */
const mostOpen = 50

async function hasRoom(db: Scope['db'], linkId: string): Promise<boolean> {
  const open = db.selectFrom('links_reports').select('id').where('link_id', '=', linkId).where('state', '=', 'open')
  return (await open.limit(mostOpen).execute()).length < mostOpen
}

function readFilled(form: URLSearchParams): Filled {
  const reason = reportReasons.find((each) => each === form.get('reason'))
  return { reason, text: fieldText(form, 'text'), email: fieldText(form, 'email') }
}

function wrongIn({ reason, text, email }: Filled, language: Language): string | undefined {
  const say = reportTexts[language]
  if (reason === undefined) return say.noReason
  if (text === '') return say.noText
  if (text.length > linkLimits.reportText) return say.tooLong
  return email === '' || (email.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(email)) ? undefined : say.noEmail
}

/** Seconds until another report is taken; undefined for now. */
async function waitOf({ ctx }: Pick<Parts, 'ctx'>, address: string, linkId: string): Promise<number | undefined> {
  const rates = requireService(ctx, RateLimit)
  for (const [key, most] of [
    [`report from ${networkOf(address)}`, 5],
    [`report of ${linkId}`, 20],
    ['reports', 1_000],
  ] as const) {
    const { allowed, resetAfter } = await rates.take(key, most, hour)
    if (!allowed) return Math.max(1, Math.ceil(resetAfter))
  }
  return undefined
}

interface FormPage {
  readonly address: string
  readonly language: Language
  readonly filled: Filled
  readonly status?: number
  readonly wrong?: string
}

function formPage({ address, language, filled, status = 200, wrong }: FormPage): Response {
  const say = reportTexts[language]
  const error = wrong === undefined ? undefined : markup`<p class="wrong" role="alert">${wrong}</p>\n`
  const choices = reportReasons.map(
    (each): Markup =>
      markup`<label><input type="radio" name="reason" value="${each}" required${each === filled.reason ? markup` checked` : undefined}> ${say.reasons[each]}</label>\n`,
  )
  return visitorPage({
    status,
    language,
    title: say.title,
    paragraphs: [address],
    markup: markup`<form method="post">
${error}<fieldset><legend>${say.reason}</legend>
${joined(choices)}</fieldset>
<label for="text">${say.text}</label>
<textarea id="text" name="text" required maxlength="${String(linkLimits.reportText)}">${filled.text}</textarea>
<label for="email">${say.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${filled.email}">
<button>${say.send}</button>
</form>
`,
  })
}

function tooManyPage(language: Language, seconds: number): Response {
  const say = reportTexts[language]
  const headers = { 'retry-after': String(seconds) }
  return visitorPage({ status: 429, language, title: say.tooMany, paragraphs: [say.tooManyText], headers })
}
