import type { Language } from '@host/plugin'

/** Texts of the check of certificates. */
export interface CertificateTexts {
  readonly untrusted: (host: string) => string
  readonly expired: (of: string) => string
  readonly ends: (of: string, days: number) => string
  readonly failing: (count: number) => string
  readonly failingNamed: (count: number, host: string) => string
  readonly files: string
  readonly anyHost: string
  readonly host: (host: string) => string
  readonly renewFiles: string
  readonly seeReason: string
  readonly waitForFirst: string
}

export const certificatesTitle = { en: 'Certificates', zh: '证书' } as const

export const certificateTexts: Readonly<Record<Language, CertificateTexts>> = {
  en: {
    untrusted: (host) => `"${host}" has no certificate that browsers trust.`,
    expired: (of) => `The certificate ${of} has expired.`,
    ends: (of, days) => `The certificate ${of} ends in ${days} days.`,
    failing: (count) =>
      count === 1
        ? 'The last order of a certificate failed for 1 host.'
        : `The last orders of certificates failed for ${count} hosts.`,
    failingNamed: (count, host) =>
      count === 1
        ? `The last order of a certificate failed for "${host}".`
        : `The last orders of certificates failed for ${count} hosts, such as "${host}".`,
    files: 'in HOST_TLS_CERT',
    anyHost: 'of a host',
    host: (host) => `of "${host}"`,
    renewFiles: 'Renew the files in HOST_TLS_CERT and HOST_TLS_KEY; they are read again within a minute.',
    seeReason: 'Check why the last order failed on the page of the domain and in the log; the host tries again.',
    waitForFirst: 'Check that the host can be reached on ports 80 and 443, and why the last order failed in the log.',
  },
  zh: {
    untrusted: (host) => `“${host}”没有浏览器信任的证书。`,
    expired: (of) => `${of}的证书已过期。`,
    ends: (of, days) => `${of}的证书将在 ${days} 天后到期。`,
    failing: (count) => `${count} 个主机的上次证书申请失败。`,
    failingNamed: (count, host) =>
      count === 1 ? `“${host}”的上次证书申请失败。` : `${count} 个主机的上次证书申请失败，例如“${host}”。`,
    files: ' HOST_TLS_CERT 中',
    anyHost: '一个主机',
    host: (host) => `“${host}”`,
    renewFiles: '请更新 HOST_TLS_CERT 和 HOST_TLS_KEY 中的文件；系统会在一分钟内重新读取。',
    seeReason: '请在域名页面和日志中查看上次申请失败的原因；系统会自动重试。',
    waitForFirst: '请检查该主机的 80 和 443 端口是否可以访问，并在日志中查看上次申请失败的原因。',
  },
}
