/** Sends letters, one by one or put together. A mail server that does not take one is tried again for a day. */
import { Clock, Jobs, NoticeChannels, type PluginContext } from '@host/plugin'
import { nextTry } from '../channels/next-try.ts'
import type { Tables } from '../models.ts'
import { needed } from '../needed.ts'
import type { PeopleStore } from '../preferences/people-store.ts'
import { mailDigest, mailNotice } from '../telling/jobs.ts'
import { digestLetter, noticeLetter, type LetterLinks } from './letter.ts'
import type { OutgoingNotices } from './outgoing-notices.ts'

/** A letter put together is worth less the later it comes, and the next one is as long away as it was. */
const digestRest = 15 * 60_000

export interface LetterParts {
  readonly people: PeopleStore
  readonly outgoing: OutgoingNotices
}

/** Says how the jobs that write letters are done. */
export function handleLetters(ctx: PluginContext<Tables>, { people, outgoing }: LetterParts): void {
  const [jobs, clock] = [needed(ctx, Jobs), needed(ctx, Clock)]

  jobs.handle(mailNotice, async ({ again, log }, { noticeId, dueAt }) => {
    const [notice, links] = [await outgoing.take(noticeId), linksOf(ctx)]
    // Read, or gone, while it waited; or nobody's mail leaves this instance by now.
    if (notice === undefined || links === undefined) return undefined
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
    const [notices, links] = [await outgoing.waiting(userId), linksOf(ctx)]
    if (notices.length === 0 || links === undefined) return undefined
    const to = await people.mailOf(userId)
    if (to === undefined) return undefined
    try {
      await ctx.sendMail({ to: [to], ...digestLetter(notices, links) })
    } catch (error) {
      log.warn('A letter of notices was not mailed', { error, isGivenUp: isRefused(error) })
      if (!isRefused(error)) return again(digestRest)
    }
    await outgoing.sent(notices.map(({ id }) => id))
    return undefined
  })
}

/** Undefined on an instance that knows no address of its own: its letters could lead nowhere. */
function linksOf(ctx: PluginContext<Tables>): LetterLinks | undefined {
  const channels = ctx.lookup(NoticeChannels)
  const inbox = channels?.addressOf('/admin/notifications')
  const settings = channels?.addressOf('/admin/settings/notification-settings')
  return inbox === undefined || settings === undefined ? undefined : { inbox, settings }
}

/** Whether the mail server said so for good, or nobody sends mail here. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && (error.name === 'MailRefused' || error.name === 'Problem')
}
