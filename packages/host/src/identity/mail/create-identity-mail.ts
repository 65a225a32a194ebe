import type { Log, MailService } from '@host/plugin'
import { within } from '../../containment/within.ts'
import type { IdentityEmail, IdentityMail } from './identity-mail.ts'
import { Outbox } from './outbox.ts'
import { writeEmail } from './write-email.ts'

const longestSettling = 5_000

/** What it is made from. */
export interface IdentityMailOptions {
  /** Whoever sends mail by now; asked for each letter, since a plugin may be it. */
  readonly sender: () => MailService | undefined
  readonly publicUrl: URL | undefined
  readonly log: Log
  readonly pauses?: readonly number[] | undefined
}

/** The mail of identity, and an end to it. */
export interface HostIdentityMail extends IdentityMail {
  /** Lets what was posted end, for a few seconds at most. */
  settle(): Promise<void>
}

/** Makes the mail of identity. */
export function createIdentityMail({ sender, publicUrl, log, pauses }: IdentityMailOptions): HostIdentityMail {
  const canSend = (): boolean => publicUrl !== undefined && sender() !== undefined
  const place = publicUrl?.host ?? ''
  const deliver = async (email: IdentityEmail): Promise<void> => {
    const { to, orgId } = email
    await sender()?.send({ to: [to], ...writeEmail(email, place), ...(orgId !== undefined && { orgId }) })
  }
  const at = (path: string): string => (publicUrl === undefined ? path : new URL(path, publicUrl).href)
  const outbox = new Outbox({ send: deliver, log, pauses })
  return Object.freeze<HostIdentityMail>({
    canSend,
    linkTo: (page, token) => at(`${page}?token=${encodeURIComponent(token)}`),
    pageAt: at,
    send: async (email) => {
      if (!canSend()) return false
      try {
        await deliver(email)
        return true
      } catch (error) {
        log.error('An email was not sent', { error })
        return false
      }
    },
    post: (compose) => {
      if (canSend()) outbox.post(compose)
    },
    settle: () =>
      within(longestSettling, outbox.settle()).catch(() => log.warn('Letters that were still to be sent are lost')),
  })
}
