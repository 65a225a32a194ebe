import { normalizeHostName } from '@host/plugin'
import type { DnsInboundConfig } from '../dns-inbound/dns-front.ts'
import type { SmtpInboundConfig } from '../smtp-inbound/smtp-front.ts'
import type { variables } from './config-variables.ts'
import type { Read } from './config.ts'

/** Where others reach this instance by protocols other than HTTP. */
export interface InboundConfig {
  /** Where email is received by SMTP; undefined for an instance that does not listen for any. */
  readonly smtpInbound: SmtpInboundConfig | undefined
  /** Where DNS is answered; undefined for an instance that does not answer any. */
  readonly dnsInbound: DnsInboundConfig | undefined
}

interface InboundFacts {
  readonly publicUrl: URL | undefined
  readonly problems: string[]
}

/** Reads the variables of both, and adds their problems. */
export function inboundOf(read: Read, facts: InboundFacts): InboundConfig {
  return { smtpInbound: smtpInboundOf(read, facts), dnsInbound: dnsInboundOf(read, facts) }
}

/** A server has a name that others know it by, and a certificate is nothing without its key. */
function smtpInboundOf(
  read: Read,
  { publicUrl, problems }: { readonly publicUrl: URL | undefined; readonly problems: string[] },
): InboundConfig['smtpInbound'] {
  const listen = read('HOST_SMTP_LISTEN')
  const [cert, key] = [read('HOST_SMTP_CERT'), read('HOST_SMTP_KEY')]
  const proxies = read('HOST_SMTP_PROXIES') ?? ''
  const name = read('HOST_SMTP_NAME') ?? normalizeHostName(publicUrl?.host ?? '')
  if (cert !== undefined && key === undefined) problems.push(missingWith('HOST_SMTP_KEY', 'HOST_SMTP_CERT'))
  if (key !== undefined && cert === undefined) problems.push(missingWith('HOST_SMTP_CERT', 'HOST_SMTP_KEY'))
  if (listen === undefined) return undefined
  if (name === undefined) return void problems.push(missingWith('HOST_SMTP_NAME', 'HOST_SMTP_LISTEN'))
  const certificate = cert === undefined || key === undefined ? undefined : Object.freeze({ cert, key })
  return Object.freeze({ listen, name, certificate, proxies })
}

/** Zones name the servers that answer for them. */
function dnsInboundOf(
  read: Read,
  { publicUrl, problems }: { readonly publicUrl: URL | undefined; readonly problems: string[] },
): InboundConfig['dnsInbound'] {
  const listen = read('HOST_DNS_LISTEN')
  const own = normalizeHostName(publicUrl?.host ?? '')
  const names = read('HOST_DNS_NAMES') ?? (own === undefined ? undefined : ([own] as const))
  if (listen === undefined) return undefined
  if (names === undefined) return void problems.push(missingWith('HOST_DNS_NAMES', 'HOST_DNS_LISTEN'))
  return Object.freeze({ listen, names })
}

function missingWith(name: keyof typeof variables, other: keyof typeof variables): string {
  return `${name}: it is missing; set it together with ${other}.`
}
