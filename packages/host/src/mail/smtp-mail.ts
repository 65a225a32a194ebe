/**
 * The service `Mail` through an SMTP server: a connection for each email, TLS with the server's name checked, and an end to
 * each wait. Errors have codes alone: the server's own words may repeat the email.
 */
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import type { Log, MailAttempt, MailService, OutgoingMail } from '@host/plugin'
import type { SmtpSenderService, SystemMailServer } from '@host/plugin/platform'
import { MailDeferred } from './mail-deferred.ts'
import { checkMail } from './mail-limits.ts'
import { MailRefused } from './mail-refused.ts'
import type { SenderAddress } from './sender-address.ts'
import type { SmtpServer } from './smtp-server.ts'

/** Options of the smtp mail. */
export interface SmtpMailOptions {
  readonly server: SmtpServer
  readonly from: SenderAddress
  /** The name of a sender whose address has none. */
  readonly senderName?: () => string | null
  readonly log: Log
  /** The error of code that may not use the network, if it runs now. */
  readonly refusal?: () => Error | undefined
  /** Authorities to trust in place of those of the machine; for tests. */
  readonly authorities?: readonly string[] | undefined
}

const connectTimeout = 10_000
const idleTimeout = 20_000
const wholeTimeout = 60_000

/** The service `Mail` by SMTP, which is also `SmtpSender`. */
export type SmtpMail = MailService & SmtpSenderService

/** Makes the service `Mail` that sends by SMTP and receives nothing. */
export function smtpMail(options: SmtpMailOptions): SmtpMail {
  const { server, from, log, refusal = () => undefined, senderName = () => null, authorities } = options
  const transport = createTransport(transportOptions(server, authorities))
  return Object.freeze<SmtpMail>({
    server: Object.freeze(systemServer(server, from)),
    send: async (mail, attempt) => {
      checkMail(mail)
      const refused = refusal()
      if (refused !== undefined) throw refused
      const message = {
        ...messageOf(mail, { ...from, name: from.name || (senderName() ?? '') }),
        ...attemptOf(attempt, from),
      }
      const sent = await transport.sendMail(message).catch((error: unknown) => {
        throw failure(error as NodemailerError)
      })
      return { id: sent.messageId }
    },
    onEmail: (plugin) =>
      log.warn(`Plugin "${plugin}" receives email, but this instance can only send email.`, { plugin }),
  })
}

/** Without a password, a server that needs no TLS gets none. */
function systemServer(
  { host, port, isTlsFromStart, needsTls, login }: SmtpServer,
  from: SenderAddress,
): SystemMailServer {
  const tls = isTlsFromStart ? 'implicit' : needsTls || login !== undefined ? 'starttls' : 'none'
  return { host, port, tls, login, from }
}

function transportOptions(server: SmtpServer, authorities: SmtpMailOptions['authorities']): SMTPTransportOptions {
  const { host, port, isTlsFromStart, needsTls, login } = server
  return {
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: needsTls,
    // Said outright, so that no variable of the environment can switch it off.
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(authorities && { ca: [...authorities] }) },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    dnsTimeout: connectTimeout,
    socketTimeout: idleTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function attemptOf(attempt: MailAttempt | undefined, { address }: SenderAddress) {
  const limit = AbortSignal.timeout(wholeTimeout)
  if (attempt === undefined) return { signal: limit }
  const messageId = `<${attempt.id}${address.slice(address.lastIndexOf('@'))}>`
  return { messageId, signal: AbortSignal.any([limit, attempt.signal]) }
}

function messageOf({ to, subject, text, html, replyTo, unsubscribeUrl }: OutgoingMail, from: SenderAddress) {
  return {
    // A copy, because the sender writes into it.
    from: { ...from },
    to: [...to],
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo }),
    // Keeps vacations and lists from answering (RFC 3834, §5).
    headers: { 'auto-submitted': 'auto-generated', ...endedAt(unsubscribeUrl) },
  }
}

/** How a mail program ends such emails; with one press where the address is as safe as RFC 8058 asks for. */
function endedAt(url: string | undefined): Readonly<Record<string, string>> {
  if (url === undefined) return {}
  const link = { 'list-unsubscribe': `<${url}>` }
  return url.startsWith('https:') ? { ...link, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } : link
}

function failure(error: NodemailerError): Error {
  const { code, command, responseCode } = error
  // A mistake in the program, without user data in it.
  if (code === undefined) return error
  const answer = responseCode === undefined ? '' : ` with ${responseCode}`
  const place = command === undefined ? '' : ` at ${command}`
  const message = `The mail server rejected an email: ${code}${answer}${place}.`
  return responseCode !== undefined && responseCode >= 500 ? new MailRefused(message) : new MailDeferred(message)
}
