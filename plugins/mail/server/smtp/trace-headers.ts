import type { SentMessage } from './receive-message.ts'

/** A message, and the results of its checks as a header. */
export interface Traced extends Omit<SentMessage, 'bytes'> {
  readonly results: string
  readonly now: Date
}

/** The headers that a server puts before a message that it delivers (RFC 5321, section 4.4; RFC 8601). */
export function traceHeaders({ name, session, envelope, results, now }: Traced): Uint8Array {
  const { client, peer, tls, id } = session
  const [only, ...others] = envelope.recipients
  const lines = [
    `Return-Path: <${plain(envelope.sender)}>`,
    results,
    `Received: from ${word(client?.name ?? 'unknown')} (${literal(peer.address)})`,
    `\tby ${name} with ${protocolOf(client?.isExtended === true, tls !== undefined, envelope.usesUtf8)} id ${id}`,
    // With several, the header would show one recipient to another.
    ...(only !== undefined && others.length === 0 ? [`\tfor <${plain(only)}>`] : []),
    `\t; ${dateOf(now)}`,
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** RFC 3848 and 6531. */
function protocolOf(isExtended: boolean, isEncrypted: boolean, usesUtf8: boolean): string {
  if (!isExtended) return 'SMTP'
  return `${usesUtf8 ? 'UTF8SMTP' : 'ESMTP'}${isEncrypted ? 'S' : ''}`
}

function literal(address: string): string {
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`
}

/** The name that a client gave itself, as one word. */
function word(name: string): string {
  return name.replaceAll(/[^\w.:[\]-]/g, '?').slice(0, 255) || 'unknown'
}

/** An address in angle brackets. */
function plain(address: string): string {
  return address.replaceAll(/[\p{Cc}<>]/gu, '?').slice(0, 320)
}

/** RFC 5322, section 3.3. */
function dateOf(now: Date): string {
  return now.toUTCString().replace('GMT', '+0000')
}
