import * as z from 'zod/mini'
import type {
  DnsAccount,
  DnsCallOptions,
  DnsCapabilities,
  DnsProvider,
  DnsProviderZone,
  DnsRecordChange,
  DnsRecordKey,
  DnsRecordSet,
  DnsZoneRecords,
} from '@host/plugin'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { checkChange } from '../check-change.ts'
import { invalid, invalidField } from '../provider-problems.ts'
import { joined, onlyKeys } from '../record-sets.ts'
import { settleWrite } from '../settle-write.ts'
import { shownConformance } from '../shown-conformance.ts'
import { batchOf } from './batch-of.ts'
import { CloudflareApi, cloudflareApi } from './cloudflare-api.ts'
import { collectRecords, readOnlyTexts } from './cloudflare-sets.ts'
import { cloudflareRecord, cloudflareTypes, type CloudflareRecord } from './record-content.ts'
import { automaticTtl } from './set-settings.ts'

/** Not atomic: a record that another client adds between reading and writing is not seen. */
const capabilities: DnsCapabilities = {
  types: cloudflareTypes,
  ttl: { min: 60, max: 86_400 },
  hasComments: true,
  hasProxy: true,
  proxiedTtl: automaticTtl,
  isAtomic: false,
}

const zonesPerPage = 50
const recordsPerPage = 1_000
/** More keys are read with the whole zone. */
const mostQueries = 20
const tokenForm = /^[\u0021-\u007e]{8,200}$/
const proxiedTypes = new Set(['A', 'AAAA', 'CNAME'])
const zoneForm = z.object({ id: z.string(), name: z.string(), status: z.string() })

/** Zones at Cloudflare, by an API token. @param api the address of the API, for tests */
export function cloudflare(http: SafeHttpClient, api: string = cloudflareApi): DnsProvider {
  return Object.freeze<DnsProvider>({
    title: 'Cloudflare',
    fields: [
      {
        name: 'api_token',
        label: { en: 'API token', zh: 'API 令牌' },
        hint: { en: 'With the permissions Zone Read and DNS Edit', zh: '需要 Zone Read 和 DNS Edit 权限' },
        isSecret: true,
      },
    ],
    capabilities,
    conformance: shownConformance({ leftOut: ['atomic'] }),
    open({ api_token: token = '' }) {
      if (!tokenForm.test(token)) throw invalidField('api_token', texts.token)
      return new CloudflareAccount(new CloudflareApi(http, api, token))
    },
  })
}

class CloudflareAccount implements DnsAccount {
  readonly #api: CloudflareApi

  constructor(api: CloudflareApi) {
    this.#api = api
  }

  /** Only active zones: anyone can add a zone, and it is pending until its name servers prove it. */
  async zones({ signal }: DnsCallOptions): Promise<readonly DnsProviderZone[]> {
    const found = await this.#api.list(`/zones?status=active&per_page=${zonesPerPage}`, zoneForm, signal)
    return found.filter(({ status }) => status === 'active').map(({ id, name }) => ({ id, name: name.toLowerCase() }))
  }

  async records(
    zone: DnsProviderZone,
    { signal, keys }: DnsCallOptions & { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    if (keys === undefined || keys.length > mostQueries) {
      return onlyKeys(collectRecords(await this.#list(zone, '', signal)), keys)
    }
    const found: DnsZoneRecords[] = []
    for (const key of keys) found.push(collectRecords(await this.#listKey(zone, key, signal)))
    return joined(found)
  }

  async write(zone: DnsProviderZone, change: DnsRecordChange, { signal }: DnsCallOptions): Promise<void> {
    const checked = checkChange(change, { zone, capabilities })
    if (checked.after !== null) requireProxy(checked.after)
    let records: readonly CloudflareRecord[] = []
    await settleWrite(checked, {
      read: async () => {
        records = await this.#listKey(zone, change, signal)
        const { sets, readOnly } = collectRecords(records)
        if (readOnly.length > 0) throw invalid(readOnlyTexts.form)
        return sets[0] ?? null
      },
      send: () => this.#api.post(`${recordsOf(zone)}/batch`, batchOf(records, checked.after), signal),
    })
  }

  #list(zone: DnsProviderZone, query: string, signal: AbortSignal): Promise<readonly CloudflareRecord[]> {
    return this.#api.list(`${recordsOf(zone)}?per_page=${recordsPerPage}${query}`, cloudflareRecord, signal)
  }

  async #listKey(zone: DnsProviderZone, key: DnsRecordKey, signal: AbortSignal): Promise<readonly CloudflareRecord[]> {
    const query = `&type=${encodeURIComponent(key.type)}&name.exact=${encodeURIComponent(key.name)}`
    const records = await this.#list(zone, query, signal)
    return records.filter(({ name, type }) => name.toLowerCase() === key.name && type === key.type)
  }
}

function recordsOf({ id }: DnsProviderZone): string {
  return `/zones/${encodeURIComponent(id)}/dns_records`
}

function requireProxy({ type, ttl, isProxied = false }: DnsRecordSet): void {
  if (!isProxied) return
  if (!proxiedTypes.has(type)) throw invalid(texts.proxy)
  if (ttl !== automaticTtl) throw invalid(texts.proxiedTtl)
}

const texts = {
  token: { en: 'Enter an API token of Cloudflare.', zh: '请输入 Cloudflare 的 API 令牌。' },
  proxy: { en: 'Only A, AAAA and CNAME records can be proxied.', zh: '仅 A、AAAA 和 CNAME 记录可以启用代理。' },
  proxiedTtl: {
    en: 'Proxied records have an automatic TTL. Set 300 seconds.',
    zh: '启用代理的记录使用自动 TTL，请设为 300 秒。',
  },
} as const
