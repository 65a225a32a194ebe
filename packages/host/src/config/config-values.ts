/** The kinds of values that an environment variable may have. Each throws a TypeError that gives the expected form. */
import { isIP } from 'node:net'
import { normalizeHostName } from '@host/plugin'
import type { DnsResolvers } from '@host/plugin/platform'
import { TrustedProxies, trustsSockets } from '../http/trusted-proxies.ts'

export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a valid public address; use scheme and host, such as "https://host.example.com"`,
    )
  }
  return url
}

export function parseSharedHost(text: string): string {
  const name = normalizeHostName(text)
  if (name === undefined || !name.includes('.') || text.includes(':')) {
    throw new TypeError(`${JSON.stringify(text)} is not a host name; use a name such as go.example.com`)
  }
  return name
}

/** The name by which a server that receives mail is known. */
export function parseMailName(text: string): string {
  const name = normalizeHostName(text)
  if (name === undefined || text.includes(':')) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a host name; use the name of the MX record, such as mx.example.com`,
    )
  }
  return name
}

/** The names by which others know a name server. @throws TypeError */
export function parseNameServers(text: string): readonly [string, ...string[]] {
  const [first, ...others] = new Set(text.split(',').map((name) => nameServerOf(name.trim())))
  if (first === undefined || others.length >= mostNameServers) {
    throw new TypeError(`${JSON.stringify(text)} has more than ${mostNameServers} names`)
  }
  return Object.freeze<[string, ...string[]]>([first, ...others])
}

const mostNameServers = 13

function nameServerOf(text: string): string {
  const name = normalizeHostName(text)
  if (name === undefined || !name.includes('.') || text.includes(':')) {
    throw new TypeError(`${JSON.stringify(text)} is not a host name; use names such as ns1.example.com`)
  }
  return name
}

/** @throws TypeError */
export function parseProxies(text: string): string {
  return new TrustedProxies(text) instanceof TrustedProxies ? text : ''
}

/** Load balancers, which have addresses. @throws TypeError */
export function parseLoadBalancers(text: string): string {
  if (trustsSockets(text)) throw new TypeError('"unix" is not an address; email is received on a port')
  return parseProxies(text)
}

/** Resolvers, all on one port; an IPv6 address before a port is in brackets. */
export function parseResolvers(text: string): DnsResolvers {
  const entries = text.split(',').map((entry) => resolverOf(entry.trim()))
  const [{ port } = { port: dnsPort }] = entries
  if (entries.some((entry) => entry.port !== port)) {
    throw new TypeError(`${JSON.stringify(text)} has servers on several ports; use one port for all`)
  }
  return Object.freeze({ addresses: Object.freeze(entries.map(({ address }) => address)), port })
}

const dnsPort = 53
// bounded: the operator's own setting.
const resolverForm = /^(?:\[(?<inner>[^\]%]*)\]|(?<outer>[\d.]*))(?::(?<port>\d{1,5}))?$/

function resolverOf(entry: string): { readonly address: string; readonly port: number } {
  if (isIP(entry) !== 0 && !entry.includes('%')) return { address: entry, port: dnsPort }
  const { inner, outer, port = `${dnsPort}` } = resolverForm.exec(entry)?.groups ?? {}
  const address = inner ?? outer ?? ''
  if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) {
    throw new TypeError(`${JSON.stringify(entry)} is not a valid resolver; use address[:port], such as "192.0.2.1"`)
  }
  return { address, port: Number(port) }
}

/** Seconds as milliseconds. */
export function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds <= 0) {
    throw new TypeError(`${JSON.stringify(text)} is not a valid number of seconds; use a value such as "30"`)
  }
  return Math.round(seconds * 1000)
}

/** Seconds as milliseconds, or none. */
export function parseDelay(text: string): number {
  return text === '0' ? 0 : parseSeconds(text)
}

export function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    if (word === undefined) {
      throw new TypeError(
        `${JSON.stringify(text)} is not a valid value; use ${words.map((known) => `"${known}"`).join(' or ')}`,
      )
    }
    return word
  }
}

/** A whole number within bounds. @param what the unit, in the plural */
export function between(least: number, most: number, what: string): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(count >= least && count <= most)) {
      throw new TypeError(
        `${JSON.stringify(text)} is not a valid number of ${what}; use a value from ${least} to ${most}`,
      )
    }
    return count
  }
}

/**
 * The place of the database. `postgres:/name` names no server, and the driver would take one of its own choice.
 * @throws TypeError
 */
export function parseDatabaseUrl(text: string): string {
  const isServer = /^postgres(?:ql)?:/i.test(text)
  if (isServer && (!/^postgres(?:ql)?:\/\/./i.test(text) || !URL.canParse(text))) {
    throw new TypeError('the database address has no server; use postgres://user:password@server:5432/name')
  }
  return text
}

/** Reads `off`, `on` or a port. @returns the port of direct deliveries @throws TypeError with the expected form */
export function parseDirectDelivery(text: string): number | undefined {
  if (text === 'off') return undefined
  const port = text === 'on' ? 25 : Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new TypeError(`${JSON.stringify(text)} is neither "off", "on", nor a port`)
}
