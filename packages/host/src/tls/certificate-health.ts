/** The state of the certificates, for health checks and metrics. */
import type { Language } from '@host/plugin'
import type { MetricFamily } from '../observability/metrics/metric-family.ts'
import { familyBy } from '../observability/metrics/metric-family.ts'
import type { CheckResult } from '../support/host-checks.ts'
import type { CertificateIndex } from './certificate-index.ts'
import type { CertificateEntry } from './certificate-store.ts'
import { certificateTexts, type CertificateTexts } from './certificate-texts.ts'
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

/** Hosts whose last order failed. */
export interface FailingHosts {
  readonly count: number
  /** The first of them; undefined without any. */
  readonly first: string | undefined
}

/** Facts for one check. */
export interface CertificateCheckOptions {
  /** Default: English. */
  readonly language?: Language
  /** Undefined where no authority issues certificates. */
  readonly failing?: FailingHosts | undefined
}

/** A certificate that ends, with the next step of the operator. */
interface Ending {
  /** Undefined for that of the operator's files. */
  readonly host: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** When the operator is warned, in milliseconds since 1970. */
  readonly warnAt: number
}

const day = 86_400_000
/** A certificate with less time left, or less than a quarter of its lifetime, is not renewed as it should be. */
const warnBefore = 7 * day

/** The check of the certificate that ends first, and of the hosts whose last order failed. */
export function checkCertificates(
  parts: CertificateHealthParts,
  { language = 'en', failing }: CertificateCheckOptions = {},
): CheckResult {
  const texts = certificateTexts[language]
  const { certificates, index, publicHost, clock } = parts
  const counts = failing === undefined ? {} : { failing: failing.count }
  if (index !== undefined && publicHost !== undefined && !certificates.isTrusted(publicHost)) {
    return { state: 'fail', ...counts, reason: texts.untrusted(publicHost), fix: texts.waitForFirst }
  }
  const late = firstOf(endings(parts), ({ warnAt }) => warnAt < clock())
  const first = late ?? firstOf(endings(parts))
  const days = first === undefined ? undefined : Math.floor((first.at - clock()) / day)
  const facts = { ...(days !== undefined && { days }), ...counts }
  if (late !== undefined && days !== undefined) {
    return { ...facts, ...endingResult(late, days, texts), state: late.at <= clock() ? 'fail' : 'warn' }
  }
  if (failing?.first === undefined) return { state: 'ok', ...facts }
  const { count, first: host } = failing
  const reasons = { reason: texts.failing(count), namedReason: texts.failingNamed(count, host) }
  return { state: 'warn', ...facts, ...reasons, fix: texts.seeReason }
}

/** @param days left; below 0 for one that has expired */
function endingResult({ host }: Ending, days: number, texts: CertificateTexts) {
  const sentence = (of: string): string => (days < 0 ? texts.expired(of) : texts.ends(of, days))
  if (host === undefined) return { reason: sentence(texts.files), fix: texts.renewFiles }
  return { reason: sentence(texts.anyHost), namedReason: sentence(texts.host(host)), fix: texts.seeReason }
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
  if (filesTimes !== undefined) yield ending(undefined, filesTimes)
  for (const entry of index?.all() ?? []) {
    if (entry.isWanted) yield ending(entry.host, entry)
  }
}

function ending(
  host: string | undefined,
  { notBefore, notAfter }: Pick<CertificateEntry, 'notBefore' | 'notAfter'>,
): Ending {
  return { host, at: notAfter, warnAt: notAfter - Math.min(warnBefore, (notAfter - notBefore) / 4) }
}

function firstOf(all: Iterable<Ending>, counts: (each: Ending) => boolean = () => true): Ending | undefined {
  let first: Ending | undefined
  for (const each of all) if (counts(each) && (first === undefined || each.at < first.at)) first = each
  return first
}
