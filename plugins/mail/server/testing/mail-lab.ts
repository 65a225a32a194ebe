import type { AnyPlugin } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import { createTestHost, type TestHost } from '@host/testing'
import { createMailbox, listEmails, rotateInbound, secretHeader, type Email, type Mailbox } from '../../shared.ts'
import { plugin as mailPlugin } from '../index.ts'

/** The domain of the workspace `here`. */
export const domain = 'acme.example'

/** A host with mail, a mailbox of its owner, and an endpoint that receives. */
export interface MailLab {
  readonly host: TestHost
  readonly mailbox: Mailbox
  readonly inbound: Endpoint
  /** Sends a raw email to the endpoint. */
  deliver(raw: string | Uint8Array, options?: DeliverOptions): Promise<Response>
  /** The emails that the owner sees. */
  emails(filter?: Parameters<typeof listFilter>[0]): Promise<readonly Email[]>
}

/** An endpoint that receives, with its secret. */
export interface Endpoint {
  readonly path: string
  readonly secret: string
}

export interface DeliverOptions {
  readonly to?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly endpoint?: Endpoint
}

export interface LabOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly others?: readonly AnyPlugin[]
  /** The plugin itself, for a test that looks into it. */
  readonly plugin?: AnyPlugin
  /** Where requests may go, and who knows the addresses of names. */
  readonly outbound?: OutboundPolicy
}

const listFilter = (filter: { readonly folder?: 'inbox' | 'spam' | 'trash' | 'archive'; readonly q?: string }) => filter

/** Ends a laboratory: the context of a test, or what a suite disposes of at its end. */
export interface LabScope {
  after(end: () => Promise<void> | void): void
}

/** Opens a laboratory, which ends with its test. */
export async function openMailLab(
  context: LabScope,
  { environment = {}, others = [], plugin = mailPlugin, outbound }: LabOptions = {},
): Promise<MailLab> {
  const host = await createTestHost({
    plugins: [plugin, ...others],
    environment: { HOST_PUBLIC_URL: 'http://host.test', ...environment },
    ...(outbound !== undefined && { outbound }),
  })
  context.after(() => host.close())
  await host.proveHost(domain)
  const owner = host.as('owner')
  const mailbox = await owner.call(createMailbox, { address: `info@${domain}` })
  const { path, secret } = await owner.call(rotateInbound, {})
  const inbound = { path: path ?? '', secret }
  return Object.freeze<MailLab>({
    host,
    mailbox,
    inbound,
    deliver: (raw, { to = `info@${domain}`, headers = {}, endpoint = inbound } = {}) =>
      host.as('anonymous').post(endpoint.path, raw, {
        headers: {
          'content-type': 'message/rfc822',
          [secretHeader]: endpoint.secret,
          ...(to === '' ? {} : { 'x-envelope-to': to }),
          ...headers,
        },
      }),
    emails: async (filter = {}) => (await owner.call(listEmails, filter)).items,
  })
}

let counted = 0

/** A raw email with the given headers and text. */
export function rawEmail(headers: Readonly<Record<string, string>> = {}, text = 'Hello.\r\n'): string {
  counted += 1
  const usual = {
    From: 'Ada <ada@sender.example>',
    To: `info@${domain}`,
    Subject: 'Hello',
    'Message-ID': `<${counted}@sender.example>`,
    Date: 'Sat, 31 Jan 2026 08:15:00 +0000',
  }
  const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}
