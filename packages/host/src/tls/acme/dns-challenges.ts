/**
 * Proofs in zones that a workspace manages here (DNS-01). The record is planned and applied as a change of the host, so
 * the workspace sees it, and is removed afterwards. Values of others at the same name stay.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { dnsChallengeText } from '@host/acme'
import { Problem, type DnsRecordSet, type DnsService, type DnsZone } from '@host/plugin'
import { CertificateFailure } from './certificate-failure.ts'

/** Dependencies of the challenges. */
export interface DnsChallengesOptions {
  /** Undefined in a build without DNS. */
  readonly dns: () => DnsService | undefined
  /** Whether every name server of the zone answers with a text. */
  readonly isVisible: (name: string, text: string, signal: AbortSignal) => Promise<boolean>
  /** Milliseconds between two looks at the name servers, and until they are left alone. */
  readonly pace?: { readonly every: number; readonly most: number }
}

/** A proof in a zone. */
export interface DnsProof {
  readonly orgId: string
  /** Without `*.` */
  readonly name: string
  readonly keyAuthorization: string
}

/** Seconds. */
const lowestTtl = 60
const usualPace = { every: 2_000, most: 90_000 }

export class DnsChallenges {
  readonly #options: DnsChallengesOptions
  /** Changes of one name follow each other: a host and its wildcard share it. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(options: DnsChallengesOptions) {
    this.#options = options
  }

  /** Whether a workspace manages the zone of a name here. */
  async has(orgId: string, name: string): Promise<boolean> {
    return (await this.#options.dns()?.zoneOf(orgId, name)) !== undefined
  }

  /** Resolves when the name servers answer with the proof. @throws CertificateFailure */
  async publish(proof: DnsProof, signal: AbortSignal): Promise<AsyncDisposable> {
    const record = `_acme-challenge.${proof.name}`
    const text = dnsChallengeText(proof.keyAuthorization)
    const value = `"${text}"`
    await this.#inTurn(record, () => this.#change(proof.orgId, record, (data) => [...new Set([...data, value])]))
    const remove = async (): Promise<void> =>
      await this.#inTurn(record, () =>
        this.#change(proof.orgId, record, (data) => data.filter((each) => each !== value)),
      )
    try {
      await this.#untilVisible(record, text, signal)
    } catch (error) {
      await remove()
      throw error
    }
    return { [Symbol.asyncDispose]: remove }
  }

  async #change(orgId: string, name: string, edit: (data: readonly string[]) => readonly string[]): Promise<void> {
    const dns = this.#options.dns()
    const zone = await dns?.zoneOf(orgId, name)
    if (dns === undefined || zone === undefined) {
      throw new CertificateFailure('no_zone', `No zone of the workspace has the name ${name}.`)
    }
    const key = { name, type: 'TXT' } as const
    const present = (await dns.list(orgId, zone.id)).find((set) => set.name === name && set.type === 'TXT')
    const data = edit(present?.data ?? [])
    const change = data.length === 0 ? { delete: [key] } : { set: [recordSet(zone, name, data)] }
    await apply(dns, orgId, { zoneId: zone.id, ...change })
  }

  /** A server may be out of reach for the host and not for the authority, so after a while the authority decides. */
  async #untilVisible(name: string, text: string, signal: AbortSignal): Promise<void> {
    const { isVisible, pace = usualPace } = this.#options
    for (let waited = 0; waited <= pace.most; waited += pace.every) {
      if (await isVisible(name, text, signal).catch(() => false)) return
      await pause(pace.every, undefined, { signal })
    }
  }

  async #inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(name) ?? Promise.resolve()
    const done = before.then(work)
    const settled = done.catch(() => undefined)
    this.#turns.set(name, settled)
    try {
      await done
    } finally {
      if (this.#turns.get(name) === settled) this.#turns.delete(name)
    }
  }
}

function recordSet({ capabilities: { ttl } }: DnsZone, name: string, data: readonly string[]): DnsRecordSet {
  return { name, type: 'TXT', ttl: Math.min(ttl.max, Math.max(ttl.min, lowestTtl)), data }
}

type ZoneChange = Parameters<DnsService['apply']>[1]['zones'][number]

/** @throws CertificateFailure `dns_approval`, `dns_change` */
async function apply(dns: DnsService, orgId: string, change: ZoneChange): Promise<void> {
  try {
    const title = change.delete === undefined ? 'Prove a name for its certificate' : 'Remove the proof of a name'
    const changeset = await dns.apply(orgId, { title, zones: [change], finishesByItself: true })
    // Undefined: nothing had to change.
    if (changeset === undefined || changeset.state === 'applied') return
    throw new CertificateFailure('dns_approval', `The DNS change waits: its state is ${changeset.state}.`)
  } catch (error) {
    if (error instanceof CertificateFailure || !(error instanceof Problem)) throw error
    throw new CertificateFailure('dns_change', `The DNS change failed: ${error.code}.`, { cause: error })
  }
}
