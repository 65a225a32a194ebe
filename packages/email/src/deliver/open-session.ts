import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import { localOutcome, outcomeOfReply } from './outcome.ts'
import type { PeerReply } from './reply-reader.ts'
import type { DeliveryTimeouts } from './timeouts.ts'

/** How TLS is used. `opportunistic`: with any certificate where the server offers it. `verified`: or the message isn't sent. */
export type TlsUse = 'none' | 'opportunistic' | 'verified' | 'verified from the start'

export interface Credentials {
  readonly user: string
  readonly password: string
}

export interface SessionOptions {
  /** The name of this host. */
  readonly name: string
  /** The name of the server, which its certificate must have. */
  readonly host: string
  readonly tls: TlsUse
  readonly credentials: Credentials | undefined
  readonly authorities: readonly string[] | undefined
  readonly timeouts: DeliveryTimeouts
}

/** The state of a connection that is ready for a message. */
export interface Session {
  /** Keywords in upper case, with their parameters. */
  readonly extensions: ReadonlyMap<string, string>
  readonly tls: { readonly protocol: string; readonly cipher: string; readonly isVerified: boolean } | undefined
}

/** Goes from the greeting to the point where a message may be sent. @throws {ExchangeError} */
export async function openSession(exchange: Exchange, options: SessionOptions): Promise<Session> {
  const isImplicit = options.tls === 'verified from the start'
  let tls = isImplicit ? await beginTls(exchange, options) : undefined
  const greeting = await exchange.reply(options.timeouts.greeting)
  if (greeting.code !== 220) throw refusalOf(greeting)
  let extensions = await sayHello(exchange, options)
  if (!isImplicit && (await upgrades(exchange, extensions, options))) {
    tls = await beginTls(exchange, options)
    extensions = await sayHello(exchange, options)
  }
  if (options.credentials !== undefined) await logIn(exchange, extensions, { ...options, isSecure: tls !== undefined })
  return { extensions, tls }
}

async function sayHello(exchange: Exchange, { name, timeouts }: SessionOptions): Promise<ReadonlyMap<string, string>> {
  const extended = await exchange.command(`EHLO ${name}`, timeouts.command)
  if (extended.code === 250) return extensionsOf(extended)
  if (extended.code < 500) throw refusalOf(extended)
  const plain = await exchange.command(`HELO ${name}`, timeouts.command)
  if (plain.code !== 250) throw refusalOf(plain)
  return new Map()
}

function extensionsOf({ text }: PeerReply): ReadonlyMap<string, string> {
  const lines = text.split('\n').slice(1)
  return new Map(
    lines.map((line) => {
      const [keyword = '', ...parameters] = line.trim().split(/[ =]+/)
      return [keyword.toUpperCase(), parameters.join(' ')]
    }),
  )
}

/** Whether the server is ready for the handshake. */
async function upgrades(
  exchange: Exchange,
  extensions: ReadonlyMap<string, string>,
  { tls, timeouts }: SessionOptions,
): Promise<boolean> {
  if (tls === 'none') return false
  if (extensions.has('STARTTLS')) {
    const reply = await exchange.command('STARTTLS', timeouts.command)
    if (reply.code === 220) return true
  }
  if (tls === 'opportunistic') return false
  throw new ExchangeError(localOutcome('tls', '4.7.4', 'The server does not offer TLS, which is required'))
}

async function beginTls(exchange: Exchange, options: SessionOptions): Promise<NonNullable<Session['tls']>> {
  const { tls, host, authorities, timeouts } = options
  const isVerified = tls !== 'opportunistic'
  const settings: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: isVerified,
    ...(isVerified && { minVersion: 'TLSv1.2' }),
    ...(authorities !== undefined && { ca: [...authorities] }),
  }
  const socket = await exchange.startTls(settings, timeouts.tls)
  return { protocol: socket.getProtocol() ?? '', cipher: socket.getCipher().name, isVerified }
}

/** Failures to log in are about this sender and not about the message, which can wait for a mended configuration. */
async function logIn(
  exchange: Exchange,
  extensions: ReadonlyMap<string, string>,
  { credentials, timeouts, isSecure }: SessionOptions & { readonly isSecure: boolean },
): Promise<void> {
  if (credentials === undefined) return
  const methods = extensions.get('AUTH')?.toUpperCase().split(' ') ?? []
  if (!isSecure || (!methods.includes('PLAIN') && !methods.includes('LOGIN'))) {
    const text = isSecure ? 'The server does not offer a login' : 'A password is sent over TLS only'
    throw new ExchangeError(localOutcome('auth', '4.7.0', text))
  }
  const logInBy = methods.includes('PLAIN') ? logInPlain : logInStepwise
  const reply = await logInBy(exchange, credentials, timeouts.command)
  if (reply.code === 235) return
  const outcome = outcomeOfReply(reply)
  throw new ExchangeError({ ...outcome, kind: 'deferred', reason: 'auth', isGreylisting: false })
}

async function logInPlain(exchange: Exchange, credentials: Credentials, timeout: number): Promise<PeerReply> {
  return exchange.command(`AUTH PLAIN ${plainLogin(credentials)}`, timeout, 'AUTH PLAIN ***')
}

async function logInStepwise(exchange: Exchange, { user, password }: Credentials, timeout: number): Promise<PeerReply> {
  const first = await exchange.command('AUTH LOGIN', timeout)
  if (first.code !== 334) return first
  const second = await exchange.command(base64(user), timeout, '***')
  if (second.code !== 334) return second
  return exchange.command(base64(password), timeout, '***')
}

/** Every form in which credentials may occur in a dialogue. */
export function secretsOf(credentials: Credentials | undefined): string[] {
  if (credentials === undefined) return []
  return [credentials.password, base64(credentials.password), plainLogin(credentials)]
}

function plainLogin({ user, password }: Credentials): string {
  return base64(`\0${user}\0${password}`)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function refusalOf(reply: PeerReply): ExchangeError {
  if (reply.code >= 400) return new ExchangeError(outcomeOfReply(reply))
  return new ExchangeError(
    localOutcome('malformed reply', '4.5.0', 'The server sent a reply that is not expected here'),
  )
}
