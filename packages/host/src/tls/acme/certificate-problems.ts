import type { Language } from '@host/plugin'
import { failureCodes, type FailureCode } from './certificate-failure.ts'

type Sentence = Readonly<Record<Language, string>>

/** Why a host has no new certificate, with the next step. */
const sentences: Readonly<Record<FailureCode, Sentence>> = {
  account: {
    en: 'The authority refuses the account of this instance. Ask the operator to check it.',
    zh: '证书颁发机构拒绝了此实例的账户。请联系运维人员检查。',
  },
  authority: {
    en: 'The authority refused the order. Check the details.',
    zh: '证书颁发机构拒绝了申请。请查看详情。',
  },
  caa: {
    en: "The CAA records of the domain don't permit this authority. Add one for it.",
    zh: '域名的 CAA 记录不允许此证书颁发机构。请为其添加记录。',
  },
  connection: {
    en: 'The authority could not connect to the host. Check its DNS records and firewall.',
    zh: '证书颁发机构无法连接到该主机。请检查其 DNS 记录和防火墙。',
  },
  dns: {
    en: 'The authority could not resolve the host. Check its DNS records.',
    zh: '证书颁发机构无法解析该主机。请检查其 DNS 记录。',
  },
  dns_approval: {
    en: 'A change of the DNS zone needs approval. Approve it in Changes.',
    zh: 'DNS 区域的变更需要批准。请在“变更”中批准。',
  },
  dns_change: {
    en: 'The record that proves the host could not be written. Check the DNS zone.',
    zh: '无法写入验证该主机的记录。请检查 DNS 区域。',
  },
  internal: {
    en: 'The order failed unexpectedly. Ask the operator to check the log.',
    zh: '申请意外失败。请联系运维人员查看日志。',
  },
  no_zone: {
    en: 'A wildcard needs its DNS zone here. Add the zone to this workspace.',
    zh: '通配符证书需要在此管理其 DNS 区域。请将该区域添加到此工作区。',
  },
  profile: {
    en: "The authority doesn't have the configured profile. Ask the operator to change it.",
    zh: '证书颁发机构没有所配置的配置文件。请联系运维人员更改。',
  },
  proof: {
    en: 'The authority got another answer from the host. Check that its DNS records lead here.',
    zh: '证书颁发机构从该主机收到了不同的响应。请检查其 DNS 记录是否指向此处。',
  },
  rate_limited: {
    en: 'The authority limits its orders. The next attempt is automatic.',
    zh: '证书颁发机构限制了申请次数。系统会自动重试。',
  },
  rejected: {
    en: 'The authority issues no certificates for this host. Use another name.',
    zh: '证书颁发机构不为此主机颁发证书。请使用其他名称。',
  },
  timeout: {
    en: 'The authority took too long. The next attempt is automatic.',
    zh: '证书颁发机构响应过慢。系统会自动重试。',
  },
  unreachable: {
    en: "The authority can't be reached. The next attempt is automatic.",
    zh: '无法连接到证书颁发机构。系统会自动重试。',
  },
}

/** The sentence of a stored code; codes of another version have that of `authority`. */
export function problemSentence(code: string): Sentence {
  return sentences[failureCodes.find((each) => each === code) ?? 'authority']
}
