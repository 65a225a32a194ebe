/**
 * The service `Mail` through an SMTP server: a connection for each email, TLS with the server's name checked, and an end to
 * each wait. Errors have codes alone: the server's own words may repeat the email.
 */
import type { createTransport, NodemailerError, SMTPTransportOptions } from 'nodemailer'
import type { Log, MailAttempt, MailService, OutgoingMail } from '@host/plugin'
import { checkMail, MailDeferred, MailRefused, type SystemMailServer } from '@host/plugin/platform'
import { announceConnection } from './announce-connection.ts'

type CreateTransport = typeof createTransport
type Transport = ReturnType<typeof openTransport>

/** Options of the service. */
export interface SmtpMailOptions {
  /** The server as the operator has set it now; undefined where there is none. */
  readonly server: () => SystemMailServer | undefined
  /** The name of a sender whose address has none. */
  readonly senderName?: () => string | null
  readonly log: Log
  /** Authorities to trust in place of those of the machine; for tests. */
  readonly authorities?: readonly string[] | undefined
}

const connectTimeout = 10_000
const idleTimeout = 20_000
const wholeTimeout = 60_000

/** Makes the service `Mail` that sends by SMTP and receives nothing. */
export function smtpMail({ server, log, senderName = () => null, authorities }: SmtpMailOptions): MailService {
  const transportOf = lastTransport(authorities)
  return Object.freeze<MailService>({
    canSend: async () => server() !== undefined,
    send: async (mail, attempt) => {
      const now = server()
      if (now === undefined) throw new MailDeferred('This instance has no mail server.')
      checkMail(mail)
      announceConnection()
      const { from } = now
      const message = {
        ...messageOf(mail, { ...from, name: from.name || (senderName() ?? '') }),
        ...attemptOf(attempt, from),
      }
      // Many instances never send, and the library is large.
      const nodemailer = await import('nodemailer')
      const sent = await transportOf(now, nodemailer.createTransport)
        .sendMail(message)
        .catch((error: unknown) => {
          throw failure(error as NodemailerError)
        })
      return { id: sent.messageId }
    },
    onEmail: (plugin) =>
      log.warn(`Plugin "${plugin}" receives email, but this instance can only send email.`, { plugin }),
  })
}

/** The transport of a server, made again only when the operator changes the server. */
function lastTransport(
  authorities: SmtpMailOptions['authorities'],
): (server: SystemMailServer, create: CreateTransport) => Transport {
  let last: { readonly server: SystemMailServer; readonly transport: Transport } | undefined
  return (server, create) => {
    if (last?.server !== server) last = { server, transport: openTransport(create, server, authorities) }
    return last.transport
  }
}

function openTransport(create: CreateTransport, server: SystemMailServer, authorities: SmtpMailOptions['authorities']) {
  return create(transportOptions(server, authorities))
}

function transportOptions(
  { host, port, tls, requiresTls, login }: SystemMailServer,
  authorities: SmtpMailOptions['authorities'],
): SMTPTransportOptions {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: requiresTls,
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

function attemptOf(attempt: MailAttempt | undefined, { address }: SystemMailServer['from']) {
  const limit = AbortSignal.timeout(wholeTimeout)
  if (attempt === undefined) return { signal: limit }
  const messageId = `<${attempt.id}${address.slice(address.lastIndexOf('@'))}>`
  return { messageId, signal: AbortSignal.any([limit, attempt.signal]) }
}

function messageOf({ to, subject, text, html, replyTo, unsubscribeUrl }: OutgoingMail, from: SystemMailServer['from']) {
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
