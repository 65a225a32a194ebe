/** The state of the certificates, for health checks and metrics. */
import type { MetricFamily } from '../observability/metrics/metric-family.ts'
import { familyBy } from '../observability/metrics/metric-family.ts'
import type { HealthCheck } from '../support/health-check.ts'
import type { CertificateIndex } from './certificate-index.ts'
import type { CertificateEntry } from './certificate-store.ts'
import type { HandshakeCounts } from './handshakes.ts'
import type { ServedCertificates } from './served-certificates.ts'

/** Parts that are looked at. */
export interface CertificateHealthParts {
  readonly certificates: Pick<ServedCertificates, 'filesTimes' | 'isTrusted'>
  /** Undefined where no authority issues certificates. */
  readonly index: Pick<CertificateIndex, 'all'> | undefined
  /** The host of the public URL; undefined without one. */
  readonly publicHost: string | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A certificate that ends, with the next step of the operator. */
interface Ending {
  readonly of: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** When the operator is warned, in milliseconds since 1970. */
  readonly warnAt: number
  readonly fix: string
}

const day = 86_400_000
/** A certificate with less time left, or less than a quarter of its lifetime, is not renewed as it should be. */
const warnBefore = 7 * day

const renewFiles = 'Renew the files in HOST_TLS_CERT and HOST_TLS_KEY; they are read again within a minute.'
const seeReason = 'Check why the last order failed on the page of the domain and in the log; the host tries again.'
const waitForFirst = 'Check that the host can be reached on ports 80 and 443, and why the last order failed in the log.'

/** The check of the certificate that ends first. */
export function checkCertificates(parts: CertificateHealthParts): HealthCheck {
  const { certificates, index, publicHost, clock } = parts
  const check = { name: 'certificates' }
  if (index !== undefined && publicHost !== undefined && !certificates.isTrusted(publicHost)) {
    const reason = `"${publicHost}" has no certificate that browsers trust.`
    return { ...check, state: 'fail', reason, fix: waitForFirst }
  }
  const late = firstOf(endings(parts), ({ warnAt }) => warnAt < clock())
  const first = late ?? firstOf(endings(parts))
  if (first === undefined) return { ...check, state: 'ok' }
  const days = Math.floor((first.at - clock()) / day)
  if (late === undefined) return { ...check, state: 'ok', days }
  const isOver = first.at <= clock()
  const reason = isOver
    ? `The certificate ${first.of} has expired.`
    : `The certificate ${first.of} ends in ${days} days.`
  return { ...check, state: isOver ? 'fail' : 'warn', days, reason, fix: first.fix }
}

/** Metrics of handshakes and of the certificate that ends first. */
export function tlsFamilies(parts: CertificateHealthParts, counts: Readonly<HandshakeCounts>): readonly MetricFamily[] {
  const help = 'Ended TLS handshakes by result; refused ones asked for an unknown name.'
  const handshakes = familyBy('result', { name: 'host_tls_handshakes', type: 'counter', help }, Object.entries(counts))
  const first = firstOf(endings(parts))
  if (first === undefined) return [handshakes]
  const remaining = {
    name: 'host_tls_certificate_remaining_seconds',
    type: 'gauge',
    help: 'Seconds until the certificate ends that ends first.',
    points: [{ labels: {}, value: Math.round((first.at - parts.clock()) / 1000) }],
  } as const
  return [handshakes, remaining]
}

function* endings({ certificates, index }: CertificateHealthParts): Generator<Ending> {
  const { filesTimes } = certificates
  if (filesTimes !== undefined) yield ending({ of: 'in HOST_TLS_CERT', fix: renewFiles }, filesTimes)
  for (const entry of index?.all() ?? []) {
    if (entry.isWanted) yield ending({ of: `of "${entry.host}"`, fix: seeReason }, entry)
  }
}

function ending(
  shown: Pick<Ending, 'of' | 'fix'>,
  { notBefore, notAfter }: Pick<CertificateEntry, 'notBefore' | 'notAfter'>,
): Ending {
  return { ...shown, at: notAfter, warnAt: notAfter - Math.min(warnBefore, (notAfter - notBefore) / 4) }
}

function firstOf(all: Iterable<Ending>, counts: (each: Ending) => boolean = () => true): Ending | undefined {
  let first: Ending | undefined
  for (const each of all) if (counts(each) && (first === undefined || each.at < first.at)) first = each
  return first
}
