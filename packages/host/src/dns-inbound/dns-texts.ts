import type { Language } from '@host/plugin'

/** Texts of the check of the DNS server. */
export interface DnsTexts {
  readonly silent: string
  readonly seeStart: string
  readonly refused: (count: number) => string
  readonly refusedNamed: (count: number, zone: string) => string
  readonly seeLoad: string
}

export const dnsTitle = { en: 'DNS server', zh: 'DNS 服务器' } as const

export const dnsTexts: Readonly<Record<Language, DnsTexts>> = {
  en: {
    silent: 'HOST_DNS_LISTEN is set, but this process does not answer DNS.',
    seeStart: 'Check the log for the cause, then restart the host.',
    refused: (count) => (count === 1 ? 'A zone could not be loaded.' : `${count} zones could not be loaded.`),
    refusedNamed: (count, zone) =>
      count === 1
        ? `The zone "${zone}" could not be loaded.`
        : `${count} zones could not be loaded, such as "${zone}".`,
    seeLoad: 'Check the log for the cause; the host loads each zone again and answers with the version from before.',
  },
  zh: {
    silent: '已设置 HOST_DNS_LISTEN，但此进程未应答 DNS。',
    seeStart: '请在日志中查看原因，然后重启。',
    refused: (count) => `${count} 个区域无法加载。`,
    refusedNamed: (count, zone) =>
      count === 1 ? `区域“${zone}”无法加载。` : `${count} 个区域无法加载，例如“${zone}”。`,
    seeLoad: '请在日志中查看原因；系统会重新加载每个区域，并以之前的版本应答。',
  },
}
