/** Sends letters, one by one or put together. A mail server that does not take one is tried again for a day. */
import { Clock, Jobs, NoticeChannels, type PluginContext } from '@host/plugin'
import { nextTry } from '../channels/next-try.ts'
import { oneClickPath } from '../../shared/letters.ts'
import type { Tables } from '../models.ts'
import { needed } from '../needed.ts'
import type { Categories } from '../preferences/categories.ts'
import { comesByMail } from '../preferences/ended-letters.ts'
import type { PeopleStore } from '../preferences/people-store.ts'
import { mailDigest, mailNotice } from '../telling/jobs.ts'
import { sealLetterLink, type LetterKind } from './letter-link.ts'
import { digestLetter, noticeLetter, type LetterLinks } from './letter.ts'
import { letterPage } from './mount-letters.ts'
import type { Outgoing, OutgoingNotices } from './outgoing-notices.ts'

/** A letter put together is worth less the later it comes, and the next one is as long away as it was. */
const digestRest = 15 * 60_000

export interface LetterParts {
  readonly categories: Categories
  readonly people: PeopleStore
  readonly outgoing: OutgoingNotices
}

/** Says how the jobs that write letters are done. */
export function handleLetters(ctx: PluginContext<Tables>, { categories, people, outgoing }: LetterParts): void {
  const [jobs, clock] = [needed(ctx, Jobs), needed(ctx, Clock)]

  /** Those that still are to come by mail: somebody may have ended such letters while these waited. */
  const stillWanted = async (notices: readonly Outgoing[]): Promise<readonly Outgoing[]> => {
    const choices = (await people.read(notices[0]?.userId ?? ''))?.choices ?? null
    return notices.filter(({ category: key }) => comesByMail(categories.find(key) ?? { key }, choices))
  }

  jobs.handle(mailNotice, async ({ again, log }, { noticeId, dueAt }) => {
    const notice = await outgoing.take(noticeId)
    // Read, or gone, while it waited.
    if (notice === undefined || (await stillWanted([notice])).length === 0) return undefined
    const links = await linksOf(ctx, notice)
    // Nobody's mail leaves this instance by now.
    if (links === undefined) return undefined
    const to = await people.mailOf(notice.userId)
    if (to === undefined) return undefined
    try {
      await ctx.sendMail({ to: [to], orgId: notice.orgId, ...noticeLetter(notice, links) })
    } catch (error) {
      const delay = isRefused(error) ? undefined : nextTry(clock.now(), dueAt)
      log.warn('A notice was not mailed', { error, notice: noticeId, isGivenUp: delay === undefined })
      return delay === undefined ? undefined : again(delay)
    }
    return undefined
  })

  jobs.handle(mailDigest, async ({ again, log }, { userId }) => {
    const waiting = await outgoing.waiting(userId)
    const links = await linksOf(ctx, { userId, category: null })
    const to = await people.mailOf(userId)
    if (waiting.length === 0 || links === undefined || to === undefined) return undefined
    const notices = await stillWanted(waiting)
    try {
      if (notices.length > 0) await ctx.sendMail({ to: [to], ...digestLetter(notices, links) })
    } catch (error) {
      log.warn('A letter of notices was not mailed', { error, isGivenUp: isRefused(error) })
      if (!isRefused(error)) return again(digestRest)
    }
    await outgoing.sent(waiting.map(({ id }) => id))
    return undefined
  })
}

/** Undefined on an instance that knows no address of its own: its letters could lead nowhere. */
async function linksOf(ctx: PluginContext<Tables>, kind: LetterKind): Promise<LetterLinks | undefined> {
  const channels = ctx.lookup(NoticeChannels)
  const inbox = channels?.addressOf('/admin/notifications')
  const settings = channels?.addressOf('/admin/settings/notification-settings')
  if (inbox === undefined || settings === undefined) return undefined
  const secret = `?token=${encodeURIComponent(await sealLetterLink(ctx, kind))}`
  const [end, oneClick] = [channels?.addressOf(letterPage + secret), channels?.addressOf(oneClickPath + secret)]
  return end === undefined || oneClick === undefined ? undefined : { inbox, settings, end, oneClick }
}

/** Whether the mail server said so for good, or nobody sends mail here. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && (error.name === 'MailRefused' || error.name === 'Problem')
}
