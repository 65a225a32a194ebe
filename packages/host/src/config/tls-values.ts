/** HTTPS of the host itself, from its variables. */
import { normalizeHostName } from '@host/plugin'
import type { TlsConfig } from '../tls/tls-config.ts'
import type { Read } from './config.ts'

/** Values beside which HTTPS is configured. */
interface BesideTls {
  readonly publicUrl: URL | undefined
  readonly problems: string[]
}

/** @returns undefined for an instance without HTTPS of its own; mistakes are added to `problems` */
export function tlsOf(read: Read, { publicUrl, problems }: BesideTls): TlsConfig | undefined {
  const listen = read('HOST_TLS_LISTEN')
  const isAcme = read('HOST_TLS') === 'acme'
  const [cert, key] = [read('HOST_TLS_CERT'), read('HOST_TLS_KEY')]
  if (cert !== undefined && key === undefined) problems.push(missing('HOST_TLS_KEY', 'HOST_TLS_CERT'))
  if (key !== undefined && cert === undefined) problems.push(missing('HOST_TLS_CERT', 'HOST_TLS_KEY'))
  if (listen === undefined) {
    const needing = [...(isAcme ? ['HOST_TLS'] : []), ...(cert === undefined ? [] : ['HOST_TLS_CERT'])]
    problems.push(...needing.map((name) => missing('HOST_TLS_LISTEN', name)))
    return undefined
  }
  if (!isAcme && cert === undefined && key === undefined) {
    problems.push('HOST_TLS_CERT: it is missing; HOST_TLS_LISTEN requires it and HOST_TLS_KEY, or HOST_TLS=acme.')
  }
  problems.push(...addressProblems(publicUrl, isAcme))
  const files = cert === undefined || key === undefined ? undefined : Object.freeze({ cert, key })
  return Object.freeze<TlsConfig>({ listen, files, isAcme })
}

/** Cookies and redirects follow the public address, and an authority issues certificates for names alone. */
function addressProblems(publicUrl: URL | undefined, isAcme: boolean): readonly string[] {
  if (publicUrl === undefined) return isAcme ? [missing('HOST_PUBLIC_URL', 'HOST_TLS')] : []
  if (publicUrl.protocol !== 'https:') {
    return ['HOST_PUBLIC_URL: it begins with "http:", but HOST_TLS_LISTEN serves HTTPS; use "https:".']
  }
  if (!isAcme || normalizeHostName(publicUrl.host)?.includes('.') === true) return []
  return ['HOST_PUBLIC_URL: no authority issues a certificate for its host; use a domain name with HOST_TLS=acme.']
}

function missing(name: string, other: string): string {
  return `${name}: it is missing; set it together with ${other}.`
}
