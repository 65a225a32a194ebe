import { ManualClock } from '../../smtp/testing/manual-clock.ts'
import type { Delivery } from '../delivery.ts'
import { deliverDirect, type DirectOptions } from '../deliver-direct.ts'
import type { MailResolver } from '../mail-resolver.ts'
import type { OutgoingMessage } from '../outgoing-message.ts'

export const message: OutgoingMessage = {
  sender: 'a@example.org',
  recipients: ['b@example.com'],
  bytes: Buffer.from('Subject: Hi\r\n\r\n.dot\r\n..\r\nend\r\n'),
}

/** Every domain has one server on this machine. */
export const localResolver: MailResolver = {
  mx: async () => [{ preference: 10, exchange: 'mx.example.com.' }],
  addresses: async () => ['127.0.0.1'],
  txt: async () => [],
}

/** Options for a server on a port of this machine, with a clock of their own. */
export function optionsFor(port: number, more: Partial<DirectOptions> = {}): DirectOptions {
  return {
    name: 'out.example.org',
    resolver: localResolver,
    isAllowedAddress: () => true,
    port,
    clock: new ManualClock(),
    ...more,
  }
}

export async function deliverTo(port: number, more: Partial<DirectOptions & OutgoingMessage> = {}): Promise<Delivery> {
  const { sender, recipients, bytes, hasUtf8Headers, ...options } = { ...message, hasUtf8Headers: false, ...more }
  return deliverDirect('example.com', { sender, recipients, bytes, hasUtf8Headers }, optionsFor(port, options))
}

/** An outcome in one line: `deferred closed 4.4.2`. */
export function outcomesOf({ recipients }: Delivery): string[] {
  return recipients.map(({ outcome: { kind, reason, reply } }) =>
    [kind, reason, reply.enhanced ?? reply.code].join(' '),
  )
}
