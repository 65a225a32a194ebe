/**
 * Calls of providers: each takes a slot of its workspace and has a deadline, and its errors are Problems without a
 * credential or a raw answer, however the provider fails. Answers are brought into the form that the rest of the plugin
 * counts on.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { normalizeName } from '@host/dns'
import {
  Problem,
  type DnsAccount,
  type DnsProvider,
  type DnsProviderZone,
  type DnsReadOnlySet,
  type DnsRecordChange,
  type DnsRecordKey,
  type DnsRecordSet,
  type DnsZoneRecords,
  type Wording,
} from '@host/plugin'
import { aliasType } from '../records/alias-type.ts'
import { recordName } from '../records/record-names.ts'
import { addTo, emptySize, excessOf } from '../records/zone-size.ts'
import type { CheckSlots } from '../checks/check-slots.ts'
import { asReadOnly, readReadOnlySet } from '../records/read-only-set.ts'
import { normalTypeOf, readProviderSet } from '../records/read-provider-set.ts'
import { keyText } from '../records/record-set.ts'

/** Milliseconds of a call, as the contract states. */
const deadline = 25_000
/** Zones that an account may offer. */
const mostOffered = 5_000
/** Record sets between two turns of the event loop. */
const batch = 500

/** The caller of a provider. */
export interface Caller {
  readonly orgId: string
  readonly signal: AbortSignal
}

/** An account of a provider. */
export interface OpenedAccount {
  readonly account: DnsAccount
  readonly provider: Pick<DnsProvider, 'capabilities'>
}

/** An account whose calls are bounded. Each may throw `too_many_requests` when all slots are in use. */
export class ProviderAccount {
  readonly #account: DnsAccount
  readonly #caller: Caller
  readonly #hasAliases: boolean
  readonly #slots: CheckSlots

  constructor({ account, provider }: OpenedAccount, { orgId, signal }: Caller, slots: CheckSlots) {
    this.#account = account
    this.#hasAliases = provider.capabilities.types.includes(aliasType)
    this.#caller = { orgId, signal }
    this.#slots = slots
  }

  /** Zones in the order of their names. @throws Problem `remote_refused`, `remote_failed` */
  async zones(): Promise<readonly DnsProviderZone[]> {
    const zones = await this.#call((signal) => this.#account.zones({ signal }))
    const named = zones.slice(0, mostOffered).flatMap(({ id, name }) => {
      const normal = zoneName(name)
      return normal === undefined ? [] : [{ id, name: normal }]
    })
    return named.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * Record sets of a zone: those of the keys, or all. A name and type that the provider has in both lists is read-only.
   * @throws Problem `remote_refused`, `remote_failed`; `conflict` for a zone that is too large
   */
  async records(zone: DnsProviderZone, keys?: readonly DnsRecordKey[]): Promise<DnsZoneRecords> {
    const found = await this.#call((signal) => this.#account.records(zone, { signal, ...(keys && { keys }) }))
    requireSize(found)
    const sets: DnsRecordSet[] = []
    const shown = new Map<string, DnsReadOnlySet>()
    const show = (given: DnsReadOnlySet): void => {
      const set = readReadOnlySet(given, zone.name)
      if (set !== undefined) shown.set(keyText(set), set)
    }
    for (const each of found.readOnly) show(each)
    for (const [place, each] of found.sets.entries()) {
      if (place % batch === batch - 1) await turn()
      const isManaged = each.type !== aliasType || this.#hasAliases
      const set = isManaged ? readProviderSet(each, zone.name) : undefined
      if (set !== undefined) sets.push(set)
      else if (normalTypeOf(each.type) === undefined) show(asReadOnly(each))
    }
    return { sets: sets.filter((set) => !shown.has(keyText(set))), readOnly: [...shown.values()] }
  }

  /** @throws Problem as `DnsAccount.write` */
  async write(zone: DnsProviderZone, change: DnsRecordChange): Promise<void> {
    await this.#call((signal) => this.#account.write(zone, change, { signal }))
  }

  async #call<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const done = await this.#slots.run(this.#caller.orgId, async () => ({ result: await this.#inTime(work) }))
    if (done === undefined) throw new Problem('too_many_requests', busy)
    return done.result
  }

  async #inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const limit = AbortSignal.timeout(deadline)
    const signal = AbortSignal.any([this.#caller.signal, limit])
    try {
      return await Promise.race([work(signal), aborted(signal)])
    } catch (error) {
      if (error instanceof Problem && error.code !== 'not_found' && !signal.aborted) throw error
      this.#caller.signal.throwIfAborted()
      const isGone = error instanceof Problem && error.code === 'not_found'
      // A zone that the provider lacks is one of this workspace all the same.
      throw new Problem('remote_failed', { detail: reasonOf(limit.aborted, isGone), cause: error })
    }
  }
}

/** @throws Problem `conflict` */
function requireSize({ sets, readOnly }: DnsZoneRecords): void {
  const size = emptySize()
  for (const set of sets) addTo(size, set)
  for (const { name, content } of readOnly) addTo(size, { name, data: content })
  const excess = excessOf(size)
  if (excess !== undefined) throw new Problem('conflict', excess)
}

function zoneName(name: string): string | undefined {
  try {
    return recordName(normalizeName(name.endsWith('.') ? name : `${name}.`))
  } catch {
    return undefined
  }
}

/** Rejects with the reason of a signal, so that a provider that ignores it holds nobody up. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    if (signal.aborted) reject(signal.reason as Error)
  })
}

function reasonOf(isSlow: boolean, isGone: boolean): Wording {
  if (isSlow) return slow
  return isGone ? gone : failed
}

const gone = { en: 'The account no longer has this zone.', zh: '此账号已没有该区域。' }
const slow = { en: 'The DNS provider did not answer in time.', zh: 'DNS 服务商未及时响应。' }
const failed = { en: 'The DNS provider failed.', zh: 'DNS 服务商出错。' }
const busy = {
  detail: {
    en: 'This workspace has too many requests to DNS providers at once.',
    zh: '此工作区同时向 DNS 服务商发出的请求过多。',
  },
  headers: { 'retry-after': '5' },
}
