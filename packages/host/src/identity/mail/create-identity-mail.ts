import type { Log, MailService } from '@host/plugin'
import { within } from '../../containment/within.ts'
import type { IdentityMail, Letter } from './identity-mail.ts'
import { writeLetter } from './letter-text.ts'
import { Outbox } from './outbox.ts'

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
  const deliver = async (letter: Letter): Promise<void> => {
    const { to, subject, orgId } = letter
    const written = writeLetter(letter, `Host · ${place}`)
    await sender()?.send({ to: [to], subject, ...written, ...(orgId !== undefined && { orgId }) })
  }
  const place = publicUrl?.host ?? ''
  const at = (path: string): string => (publicUrl === undefined ? path : new URL(path, publicUrl).href)
  const outbox = new Outbox({ send: deliver, log, pauses })
  return Object.freeze<HostIdentityMail>({
    place,
    canSend,
    linkTo: (page, token) => at(`${page}?token=${encodeURIComponent(token)}`),
    pageAt: at,
    send: async (letter) => {
      if (!canSend()) return false
      try {
        await deliver(letter)
        return true
      } catch (error) {
        log.error('A letter was not sent', { error })
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
