/** Lines of the records of the domain itself. */
import { isOverLookups, isSpf, includeOf, walkSpf } from './spf-record.ts'
import { seenKeys, tagsOf, type SeenKeys } from './key-records.ts'
import {
  judgeAnswers,
  noAnswer,
  verdict,
  worst,
  type JudgeLine,
  type LineContext,
  type Verdict,
} from './line-context.ts'
import { addressesOf } from './sending-addresses.ts'

export const judgeDkim: JudgeLine = async ({ dns, keys }) => {
  const rows = keys.filter(({ stage }) => stage === 'signing' || stage === 'waiting' || stage === 'publishing')
  const verdicts = await Promise.all(
    rows.map(async (row) => keysVerdict(row.stage === 'signing', row.selector, await seenKeys(dns, row))),
  )
  return (
    worst(rows.some(({ stage }) => stage === 'signing') ? verdicts.map(mildWhenNew) : verdicts) ??
    verdict('fail', 'dkim_none')
  )

  function mildWhenNew(found: Verdict, index: number): Verdict {
    if (rows[index]?.stage === 'signing' || found.state === 'ok') return found
    return found.state === 'fail' ? verdict('warn', 'dkim_rotating', found.params) : found
  }
}

function keysVerdict(isSigning: boolean, selector: string, seen: SeenKeys): Verdict {
  if (seen === 'unknown') return verdict('unknown', 'dkim_unknown', { selector })
  if (seen === 'served') return verdict('ok', isSigning ? 'dkim_ok' : 'dkim_served', { selector })
  return verdict('fail', isSigning ? 'dkim_missing' : 'dkim_publish', { selector })
}

export const judgeSpf: JudgeLine = async (context) =>
  await judgeAnswers(context.domain, await context.dns(context.domain, 'TXT'), async (texts) => {
    const [record, second] = texts.filter(isSpf)
    if (record === undefined) return verdict('fail', 'spf_none')
    if (second !== undefined) return verdict('fail', 'spf_many')
    try {
      const walk = await walkSpf(record, context.lookup, context.signal)
      if (isOverLookups(walk.lookups)) return verdict('fail', 'spf_lookups', { count: walk.lookups })
      return await routeVerdict(context, record, walk.includes)
    } catch {
      return noAnswer(context.domain)
    }
  })

/** Whether the record authorizes the way by which mail leaves. */
async function routeVerdict(context: LineContext, record: string, includes: ReadonlySet<string>): Promise<Verdict> {
  const { route } = context
  if (route.kind === 'none') return verdict('warn', 'no_route')
  if (route.kind === 'direct') return await hostVerdict(context, record, route.name)
  const verdicts = route.hosts.map(async (host) => {
    const include = includeOf(host)
    if (include !== undefined) {
      return includes.has(include) ? verdict('ok', 'spf_ok') : verdict('fail', 'spf_relay', { include, host })
    }
    const found = await hostVerdict(context, record, host)
    return found.reason === 'spf_excludes' ? verdict('warn', 'spf_relay_unknown', { host }) : found
  })
  return worst(await Promise.all(verdicts)) ?? verdict('ok', 'spf_ok')
}

/** Evaluates the record as a receiver does, for each address of a host. */
async function hostVerdict(
  { domain, lookup, signal, now }: LineContext,
  record: string,
  host: string,
): Promise<Verdict> {
  const addresses = await addressesOf(lookup, host, signal)
  if (addresses.length === 0) return verdict('warn', 'spf_no_address', { host })
  const { checkSender } = await import('@host/email')
  const verdicts = addresses.map(async (peer) => {
    const { spf } = await checkSender({
      bytes: Buffer.from(`From: postmaster@${domain}\r\n\r\n\r\n`),
      peer,
      helo: host,
      mailFrom: `postmaster@${domain}`,
      hostname: host,
      now: new Date(now),
      // Resolvers may still have a former record of the domain itself.
      lookup: async (name, type, options) =>
        name === domain && type === 'TXT' ? { kind: 'records', records: [record] } : await lookup(name, type, options),
    })
    if (spf.result === 'pass') return verdict('ok', 'spf_ok')
    if (spf.result === 'temperror') return noAnswer(domain)
    if (spf.result === 'permerror') return verdict('fail', 'spf_invalid')
    return verdict('fail', 'spf_excludes', { address: peer, host })
  })
  return worst(await Promise.all(verdicts)) ?? noAnswer(host)
}

const isDmarc = (text: string): boolean => /^v=DMARC1(?:\s*;|\s*$)/i.test(text)

export const judgeDmarc: JudgeLine = async (context) => {
  const name = `_dmarc.${context.domain}`
  return await judgeAnswers(name, await context.dns(name, 'TXT'), async (texts) => {
    const records = texts.filter(isDmarc)
    if (records.length > 1) return verdict('fail', 'dmarc_many')
    const [record] = records
    return record === undefined ? await inheritedDmarc(context) : dmarcVerdict(record)
  })
}

function dmarcVerdict(record: string): Verdict {
  const tags = tagsOf(record)
  const policy = tags.get('p')?.toLowerCase() ?? ''
  if (!['none', 'quarantine', 'reject'].includes(policy)) return verdict('fail', 'dmarc_invalid')
  if ((tags.get('rua') ?? '') === '') return verdict('warn', 'dmarc_no_reports', { policy })
  return verdict('ok', 'dmarc_ok', { policy })
}

/** A domain below another one has its policy (RFC 9989). Public suffixes have none, so a walk up is enough. */
async function inheritedDmarc({ domain, lookup, signal }: LineContext): Promise<Verdict> {
  const labels = domain.split('.')
  try {
    for (let at = 1; at <= Math.min(labels.length - 2, 6); at += 1) {
      const parent = labels.slice(at).join('.')
      const found = await lookup(`_dmarc.${parent}`, 'TXT', { signal })
      const record = found.kind === 'records' ? found.records.find(isDmarc) : undefined
      if (record !== undefined) return verdict('ok', 'dmarc_inherited', { domain: parent })
    }
    return verdict('fail', 'dmarc_none')
  } catch {
    return noAnswer(`_dmarc.${domain}`)
  }
}

/** Hosts of MX records, those that are tried first before the others. */
export function exchangesOf(records: readonly string[]): readonly string[] {
  return records
    .map((record) => record.split(' '))
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, host = '']) => host.toLowerCase().replace(/\.$/, ''))
}

export const judgeMx: JudgeLine = async ({ domain, dns, server }) =>
  await judgeAnswers(domain, await dns(domain, 'MX'), (records) => {
    const [first] = exchangesOf(records)
    if (first === undefined) return verdict('fail', 'mx_none')
    if (first === '') return verdict('fail', 'mx_null')
    if (server !== undefined && exchangesOf(records).includes(server.name)) return verdict('ok', 'mx_here')
    return verdict('ok', 'mx_elsewhere', { host: first })
  })

export const judgeReturnPath: JudgeLine = async ({ domain, dns, route, server }) => {
  if (route.kind === 'relay' && !route.hasBounceAddress) return verdict('warn', 'return_path_sender')
  return await judgeAnswers(domain, await dns(domain, 'MX'), (records) => {
    const hosts = exchangesOf(records)
    if (server !== undefined && hosts.includes(server.name)) return verdict('ok', 'return_path_here', { domain })
    const [host = ''] = hosts
    return host === '' ? verdict('fail', 'return_path_none') : verdict('warn', 'return_path_elsewhere', { host })
  })
}

export const judgeMtaSts: JudgeLine = async ({ domain, dns }) => {
  const name = `_mta-sts.${domain}`
  const { readStsRecord } = await import('@host/email')
  return await judgeAnswers(name, await dns(name, 'TXT'), (texts) => {
    if (!texts.some((text) => /^v=STSv1/i.test(text))) return verdict('warn', 'mta_sts_none')
    return readStsRecord(texts) === undefined ? verdict('fail', 'mta_sts_invalid') : verdict('ok', 'mta_sts_ok')
  })
}

export const judgeTlsReports: JudgeLine = async ({ domain, dns }) => {
  const name = `_smtp._tls.${domain}`
  return await judgeAnswers(name, await dns(name, 'TXT'), (texts) => {
    const records = texts.filter((text) => /^v=TLSRPTv1/i.test(text))
    if (records.length === 0) return verdict('warn', 'tls_rpt_none')
    const reports = tagsOf(records[0] ?? '').get('rua') ?? ''
    if (records.length > 1 || reports === '') return verdict('fail', 'tls_rpt_invalid')
    return verdict('ok', 'tls_rpt_ok')
  })
}
