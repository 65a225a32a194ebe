import { ClockError, DnsError, type DnsErrorCode } from '@host/dns'
import type { Problem, Wording } from '@host/plugin'
import { failed, refused } from '../provider-problems.ts'

const refusals: ReadonlySet<DnsErrorCode> = new Set([
  'refused',
  'notauth',
  'unsigned',
  'bad_key',
  'bad_sig',
  'bad_trunc',
])

/** The Problem for an error of a name server; other errors as they are. @param now milliseconds since 1970 */
export function dnsFailure(error: unknown, now: () => number): unknown {
  if (error instanceof ClockError) return clockProblem(error, now())
  if (!(error instanceof DnsError)) return error
  return refusals.has(error.code) ? refused(texts.refused, error) : failed(reasonOf(error), error)
}

function clockProblem(error: ClockError, now: number): Problem {
  const seconds = Math.round(Math.abs(error.serverTime.getTime() - now) / 1_000)
  const en = `The clocks of the name server and of this host differ by ${seconds} seconds. Set both by a time server.`
  return failed({ en, zh: `域名服务器与本主机的时钟相差 ${seconds} 秒，请将两者与时间服务器同步。` }, error)
}

function reasonOf({ code }: DnsError): Wording {
  if (code === 'timeout') return texts.timeout
  if (code === 'unreachable' || code === 'closed') return texts.unreachable
  if (code === 'address_denied' || code === 'bad_address') return texts.denied
  return code === 'too_many' ? texts.large : texts.other
}

const texts = {
  refused: {
    en: "The name server refused the request: it doesn't serve the zone, doesn't accept the key, or the key lacks rights.",
    zh: '域名服务器拒绝了请求：未提供该区域、不接受该密钥，或密钥权限不足。',
  },
  timeout: { en: "The name server didn't respond in time.", zh: '域名服务器未能及时响应。' },
  unreachable: { en: "The name server can't be reached.", zh: '无法连接到域名服务器。' },
  denied: {
    en: "The operator's outbound rules deny connections to this name server.",
    zh: '运维方的出站规则不允许连接此域名服务器。',
  },
  large: { en: 'The zone has too many records.', zh: '该区域的记录过多。' },
  other: { en: "The name server didn't respond as expected.", zh: '域名服务器未正常响应。' },
} as const
