import type {
  DnsAccount,
  DnsAccountField,
  DnsCallOptions,
  DnsCapabilities,
  DnsProvider,
  DnsProviderZone,
  DnsRecordChange,
  DnsRecordKey,
  DnsZoneRecords,
} from '@host/plugin'
import { checkChange } from '../check-change.ts'
import { invalid, invalidField } from '../provider-problems.ts'
import { onlyKeys, recordKey } from '../record-sets.ts'
import { settleWrite } from '../settle-write.ts'
import { shownConformance } from '../shown-conformance.ts'
import { nameFrom, nameTo } from './octal-escapes.ts'
import { textAt } from './read-xml.ts'
import { changeBatch, collectStored, readStoredSet, route53Types, type StoredSet } from './record-set-xml.ts'
import { Route53Api, type PagedList, type Route53Options } from './route53-api.ts'

/** Atomic: a batch deletes exactly the former records, or does nothing. */
const capabilities: DnsCapabilities = {
  types: route53Types,
  ttl: { min: 0, max: 2_147_483_647 },
  hasComments: false,
  hasProxy: false,
  isAtomic: true,
}

/** More keys are read with the whole zone. */
const mostQueries = 20
const accessKeyForm = /^[A-Z0-9]{16,128}$/
const secretKeyForm = /^[\u0021-\u007e]{16,200}$/

const fields: readonly DnsAccountField[] = [
  {
    name: 'access_key_id',
    label: { en: 'Access key ID', zh: '访问密钥 ID' },
    hint: {
      en: 'Needs ListHostedZones, ListResourceRecordSets and ChangeResourceRecordSets',
      zh: '需要 ListHostedZones、ListResourceRecordSets 和 ChangeResourceRecordSets 权限',
    },
  },
  { name: 'secret_access_key', label: { en: 'Secret access key', zh: '秘密访问密钥' }, isSecret: true },
]

/** Public zones at Amazon Route 53, by an access key. Aliases and routing policies are read-only. */
export function route53(options: Route53Options): DnsProvider {
  return Object.freeze<DnsProvider>({
    title: 'Amazon Route 53',
    fields,
    capabilities,
    conformance: shownConformance({ leftOut: ['comment', 'proxy'] }),
    open({ access_key_id: accessKey = '', secret_access_key: secretKey = '' }) {
      if (!accessKeyForm.test(accessKey)) throw invalidField('access_key_id', texts.accessKey)
      if (!secretKeyForm.test(secretKey)) throw invalidField('secret_access_key', texts.secretKey)
      return new Route53Account(new Route53Api(options, { accessKey, secretKey }))
    },
  })
}

class Route53Account implements DnsAccount {
  readonly #api: Route53Api

  constructor(api: Route53Api) {
    this.#api = api
  }

  async zones({ signal }: DnsCallOptions): Promise<readonly DnsProviderZone[]> {
    const found = await this.#api.list(zoneList, signal)
    return found
      .filter((each) => textAt(each, 'Config', 'PrivateZone') !== 'true')
      .map((each) => {
        return {
          id: (textAt(each, 'Id') ?? '').replace('/hostedzone/', ''),
          name: nameFrom(textAt(each, 'Name') ?? ''),
        }
      })
  }

  async records(
    zone: DnsProviderZone,
    { signal, keys }: DnsCallOptions & { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    if (keys === undefined || keys.length > mostQueries) {
      const elements = await this.#api.list(recordList(zone), signal)
      return onlyKeys(collectStored(elements.map(readStoredSet)), keys)
    }
    const found: StoredSet[] = []
    for (const key of keys) found.push(...(await this.#read(zone, key, signal)))
    return collectStored(found)
  }

  async write(zone: DnsProviderZone, change: DnsRecordChange, { signal }: DnsCallOptions): Promise<void> {
    const checked = checkChange(change, { zone, capabilities })
    let stored: StoredSet | undefined
    await settleWrite(checked, {
      read: async () => {
        ;[stored] = await this.#read(zone, change, signal)
        if (stored !== undefined && stored.set === undefined) throw invalid(stored.shown.reason)
        return stored?.set ?? null
      },
      send: () => this.#api.post(`${pathOf(zone)}/`, changeBatch(stored, checked.after), signal),
    })
  }

  /** The list begins at a key, so its sets are the first items, or it has none. A routing policy has up to 100. */
  async #read(zone: DnsProviderZone, key: DnsRecordKey, signal: AbortSignal): Promise<readonly StoredSet[]> {
    const { path } = recordList(zone)
    const root = await this.#api.get(path, { name: nameTo(key.name), type: key.type, maxitems: '100' }, signal)
    const elements = root.elements.find(({ name }) => name === 'ResourceRecordSets')?.elements ?? []
    return elements.map(readStoredSet).filter((stored) => recordKey(stored) === recordKey(key))
  }
}

const zoneList: PagedList = {
  path: '/hostedzone',
  query: { maxitems: '100' },
  items: 'HostedZones',
  next: { marker: 'NextMarker' },
}

function recordList(zone: DnsProviderZone): PagedList {
  return {
    path: pathOf(zone),
    query: { maxitems: '300' },
    items: 'ResourceRecordSets',
    next: { name: 'NextRecordName', type: 'NextRecordType', identifier: 'NextRecordIdentifier' },
  }
}

function pathOf({ id }: DnsProviderZone): string {
  return `/hostedzone/${encodeURIComponent(id)}/rrset`
}

const texts = {
  accessKey: { en: 'Enter an access key ID of AWS.', zh: '请输入 AWS 的访问密钥 ID。' },
  secretKey: { en: 'Enter the secret access key of AWS.', zh: '请输入 AWS 的秘密访问密钥。' },
} as const
