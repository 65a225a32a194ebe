import { BlockList, isIP } from 'node:net'
import type { SystemMailServer } from '@host/plugin/platform'
import type { SenderAddress } from './sender-address.ts'

/** The server that accepts emails. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS; else it is raised to TLS before anything is said. */
  readonly isTlsFromStart: boolean
  /** False where emails may be sent unencrypted: to this machine, or where the configuration allows it. */
  readonly needsTls: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
}

const shape = 'smtps://user:password@mail.example.com'

/**
 * Reads `smtps://` (TLS from the start, port 465) or `smtp://` (upgraded to TLS, port 587). `?tls=off` is for a relay
 * in a private network without TLS, and never sends a password.
 * @throws TypeError with the expected form; it never repeats the text, which contains a password
 */
export function parseSmtpServer(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new TypeError(`it is not a valid SMTP server address; use an address such as "${shape}"`)
  }
  if (!/^\/?$/.test(url.pathname) || url.hash !== '' || !/^(?:\?tls=off)?$/.test(url.search)) {
    throw new TypeError('it has more than server, port, user, and password; only "?tls=off" is allowed')
  }
  const host = url.hostname.replace(/^\[(?<address>.*)\]$/, '$<address>')
  const isTlsFromStart = url.protocol === 'smtps:'
  const isOff = url.search !== ''
  const login = loginOf(url)
  if (isOff && (isTlsFromStart || login !== undefined)) {
    throw new TypeError('"?tls=off" requires "smtp://" without user and password, which would be sent unencrypted')
  }
  const port = url.port === '' ? (isTlsFromStart ? 465 : 587) : Number(url.port)
  if (port === 0) throw new TypeError('its port is 0; use the port of the server, or remove the port')
  return Object.freeze({ host, port, isTlsFromStart, needsTls: !isOff && !isThisMachine(host), login })
}

/** The server as plugins know it. Without a password, one that needs no TLS gets none. */
export function systemMailServer(
  { host, port, isTlsFromStart, needsTls, login }: SmtpServer,
  from: SenderAddress,
): SystemMailServer {
  const tls = isTlsFromStart ? 'implicit' : needsTls || login !== undefined ? 'starttls' : 'none'
  return Object.freeze({ host, port, tls, requiresTls: needsTls, login, from })
}

function loginOf({ username, password }: URL): SmtpServer['login'] {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') throw new TypeError('it has only one of user and password; set both')
  try {
    return Object.freeze({ user: decodeURIComponent(username), password: decodeURIComponent(password) })
  } catch {
    throw new TypeError('the user or password has an unescaped "%"; write it as "%25"')
  }
}

function isThisMachine(host: string): boolean {
  const own = new BlockList()
  own.addSubnet('127.0.0.0', 8, 'ipv4')
  own.addAddress('::1', 'ipv6')
  return host === 'localhost' || (isIP(host) !== 0 && own.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))
}
