/**
 * Calls of providers: each has a deadline, and its errors are Problems without a credential or a raw answer, however the
 * provider fails. Answers are brought into the form that the rest of the plugin counts on.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { normalizeName } from '@host/dns'
import {
  Problem,
  type DnsAccount,
  type DnsProviderZone,
  type DnsRecordChange,
  type DnsRecordKey,
  type DnsRecordSet,
  type Wording,
} from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import { recordName } from '../records/record-names.ts'
import { readProviderSet } from '../records/read-provider-set.ts'

/** Milliseconds of a call, as the contract states. */
const deadline = 25_000
/** Zones that an account may offer. */
const mostOffered = 5_000
/** Record sets between two turns of the event loop. */
const batch = 500

/** An account whose calls have a deadline. */
export class ProviderAccount {
  readonly #account: DnsAccount
  readonly #signal: AbortSignal

  /** @param signal of the caller */
  constructor(account: DnsAccount, signal: AbortSignal) {
    this.#account = account
    this.#signal = signal
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
   * Record sets of a zone: those of the keys, or all.
   * @throws Problem `remote_refused`, `remote_failed`; `conflict` for a zone with too many
   */
  async records(zone: DnsProviderZone, keys?: readonly DnsRecordKey[]): Promise<readonly DnsRecordSet[]> {
    const found = await this.#call((signal) => this.#account.records(zone, { signal, ...(keys && { keys }) }))
    if (found.length > domainLimits.recordSets) throw new Problem('conflict', tooMany)
    const sets: DnsRecordSet[] = []
    for (const [place, each] of found.entries()) {
      if (place % batch === batch - 1) await turn()
      const set = readProviderSet(each, zone.name)
      if (set !== undefined) sets.push(set)
    }
    return sets
  }

  /** @throws Problem as `DnsAccount.write` */
  async write(zone: DnsProviderZone, change: DnsRecordChange): Promise<void> {
    await this.#call((signal) => this.#account.write(zone, change, { signal }))
  }

  async #call<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const limit = AbortSignal.timeout(deadline)
    const signal = AbortSignal.any([this.#signal, limit])
    try {
      return await Promise.race([work(signal), aborted(signal)])
    } catch (error) {
      if (error instanceof Problem && error.code !== 'not_found' && !signal.aborted) throw error
      this.#signal.throwIfAborted()
      const isGone = error instanceof Problem && error.code === 'not_found'
      // A zone that the provider lacks is one of this workspace all the same.
      throw new Problem('remote_failed', { detail: reasonOf(limit.aborted, isGone), cause: error })
    }
  }
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
const tooMany = {
  detail: {
    en: `The zone has more than ${domainLimits.recordSets} record sets.`,
    zh: `此区域的记录集超过 ${domainLimits.recordSets} 个。`,
  },
  nextStep: { en: 'Manage it at its provider.', zh: '请在服务商处管理。' },
}
