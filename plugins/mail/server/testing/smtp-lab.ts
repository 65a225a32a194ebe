import { RawClient } from '@host/email/testing'
import type { TestHost } from '@host/testing'
import { createMailbox, listEmails, type Email } from '../../shared.ts'
import { domain, openMailLab, type LabOptions, type LabScope, type MailLab } from './mail-lab.ts'
import { startNameServer, type NameServer, type Zone } from './name-server.ts'

/** The name of the server. */
export const serverName = 'mx.host.test'

/** A host that receives mail by SMTP, with the DNS that it asks. */
export interface SmtpLab extends MailLab {
  readonly port: number
  readonly names: NameServer
  /** Sends one message by a connection of its own. @returns the reply to its last byte, with its text */
  send(raw: string, options?: SendOptions): Promise<string>
  /** Another mailbox, for a test that shares the laboratory. */
  openMailbox(): Promise<LabMailbox>
  /** A connection that has been greeted. */
  connect(): Promise<RawClient>
}

export interface LabMailbox {
  readonly id: string
  readonly address: string
  emails(): Promise<readonly Email[]>
}

export interface SendOptions {
  readonly from?: string
  readonly to?: readonly string[]
}

/** Opens a laboratory that ends with its test. */
export async function openSmtpLab(
  context: LabScope,
  { zone = {}, environment = {}, ...options }: LabOptions & { readonly zone?: Zone } = {},
): Promise<SmtpLab> {
  const names = await startNameServer(context, zone)
  const lab = await openMailLab(context, {
    ...options,
    environment: {
      HOST_SMTP_LISTEN: '127.0.0.1:0',
      HOST_SMTP_NAME: serverName,
      HOST_DNS_RESOLVERS: names.address,
      ...environment,
    },
  })
  await lab.host.listen()
  const port = portOf(lab.host)
  const connect = async (): Promise<RawClient> => {
    const client = await RawClient.connect(port)
    await client.codes(1)
    return client
  }
  return Object.freeze<SmtpLab>({
    ...lab,
    port,
    names,
    connect,
    openMailbox: async () => await openMailbox(lab),
    send: async (raw, given) => await sendTo(port, raw, given),
  })
}

/** Sends one message by a connection of its own. @returns the reply to its content, or to its refused recipient */
export async function sendTo(port: number, raw: string, given?: SendOptions): Promise<string> {
  const client = await RawClient.connect(port)
  client.send(dialogue(raw, given))
  const replies = await client.lines()
  const start = replies.findIndex((line) => line.startsWith('354'))
  const refused = replies.find((line) => /^[45]/.test(line)) ?? ''
  return start === -1 ? refused : (replies[start + 1] ?? '')
}

let opened = 0

async function openMailbox({ host }: MailLab): Promise<LabMailbox> {
  opened += 1
  const owner = host.as('owner')
  const { id, address } = await owner.call(createMailbox, { address: `box${opened}@${domain}` })
  return { id, address, emails: async () => (await owner.call(listEmails, { mailboxId: id })).items }
}

/** All commands of a client for one message. */
export function dialogue(
  raw: string,
  { from = 'ada@sender.example', to = [`info@${domain}`] }: SendOptions = {},
): string {
  const recipients = to.map((address) => `RCPT TO:<${address}>\r\n`).join('')
  const content = raw.replaceAll(/^\./gm, '..')
  return `EHLO client.example\r\nMAIL FROM:<${from}>\r\n${recipients}DATA\r\n${content}\r\n.\r\nQUIT\r\n`
}

/** The port on which a host receives mail. */
export function portOf({ logs }: Pick<TestHost, 'logs'>): number {
  const line = logs.findLast(({ message }) => message === 'Receiving email')
  if (line === undefined) throw new Error('The host does not receive email.')
  return Number(line.fields['port'])
}
