import { randomUUID } from 'node:crypto'
import type { Delivery } from '@host/email'
import type { MailAttempt, OutgoingMail } from '@host/plugin'
import { MailDeferred, MailRefused, MailSending } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import { composeAutomatic, signedMessage } from '../queue/compose-automatic.ts'
import { domainOf } from '../queue/domains.ts'
import { instanceKeys } from '../senders/instance-keys.ts'
import { directRoute } from './direct-route.ts'

/**
 * Sends an email of the instance straight to the servers of its recipients, in one attempt. One whose fate is unknown counts as
 * sent.
 * @throws MailRefused when every recipient is refused
 * @throws MailDeferred when a recipient may be tried again
 */
export async function sendDirect(
  parts: Parts,
  mail: OutgoingMail,
  attempt: MailAttempt | undefined,
): Promise<{ readonly id: string }> {
  const [route, from] = [directRoute(parts), parts.ctx.lookup(MailSending)?.from]
  if (route === undefined || from === undefined) throw new Error('Direct delivery is off.')
  const { id, signal } = attempt ?? { id: randomUUID(), signal: AbortSignal.timeout(wholeTime) }
  const date = new Date(parts.clock())
  const content = { ...mail, fromName: from.name }
  const plain = await composeAutomatic(content, { from: from.address, date, key: id })
  const signed = await signedMessage(plain, await instanceKeys(parts, from.address), date)
  const outcomes: Delivery['recipients'][number]['outcome'][] = []
  for (const [domain, recipients] of Map.groupBy(mail.to, domainOf)) {
    const message = { ...signed, sender: from.address, recipients }
    const delivery = await route.send(domain, message, { signal })
    outcomes.push(...delivery.recipients.map(({ outcome }) => outcome))
  }
  const kinds = new Set(outcomes.map(({ kind }) => kind))
  if (kinds.has('deferred')) throw new MailDeferred(notAccepted)
  if (kinds.size === 1 && kinds.has('refused')) throw new MailRefused(notAccepted)
  return { id }
}

/** Milliseconds of an attempt that nothing else ends. */
const wholeTime = 60_000

/** The host stores it, so it names no address. */
const notAccepted = 'The servers of the recipients did not accept the email.'
