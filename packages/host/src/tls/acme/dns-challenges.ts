/**
 * Proofs in zones that a workspace manages here (DNS-01). The record is planned and applied as a change of the host, so
 * the workspace sees it, and is removed afterwards. Values of others at the same name stay.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { dnsChallengeText } from '@host/acme'
import { Problem, type ChangesetState, type DnsRecordSet, type DnsService, type DnsZone } from '@host/plugin'
import { CertificateFailure } from './certificate-failure.ts'
import type { AcmeDatabase } from './models.ts'

/** Dependencies of the challenges. */
export interface DnsChallengesOptions {
  readonly db: AcmeDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Undefined in a build without DNS. */
  readonly dns: () => DnsService | undefined
  /** Whether the feature that manages zones is on in a workspace. */
  readonly isDnsOn: (orgId: string) => Promise<boolean>
  /** The state of a changeset, which is applied in a job; undefined for an unknown one. */
  readonly stateOf: (orgId: string, changesetId: string) => Promise<ChangesetState | undefined>
  /** Whether every name server of the zone answers with a text. */
  readonly isVisible: (name: string, text: string, signal: AbortSignal) => Promise<boolean>
  /** Milliseconds between two looks, and of all looks at one thing. */
  readonly pace?: { readonly every: number; readonly most: number }
}

/** A proof in a zone. */
export interface DnsProof {
  readonly orgId: string
  /** Without `*.` */
  readonly name: string
  readonly keyAuthorization: string
}

/** One change of the values at a name. */
interface TextChange {
  readonly orgId: string
  readonly name: string
  readonly edit: (data: readonly string[]) => readonly string[]
}

/** Options of a sweep. */
export interface SweepOptions {
  readonly signal: AbortSignal
  /** Called for a record that could not be removed. */
  readonly onError: (error: unknown) => void
}

/** Seconds. */
const lowestTtl = 60
/** Records that are removed in one run. */
const mostSwept = 20
/** Proofs that are looked at in one run. */
const mostRead = 1_000
/** Milliseconds that the proof of an order that has not ended stays. */
const keptFor = 86_400_000
const usualPace = { every: 2_000, most: 90_000 }

export class DnsChallenges {
  readonly #options: DnsChallengesOptions
  /** A zone takes one change at a time. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(options: DnsChallengesOptions) {
    this.#options = options
  }

  /** Whether a workspace manages the zone of a name here, and may change it now. */
  async has(orgId: string, name: string): Promise<boolean> {
    const { dns, isDnsOn } = this.#options
    return (await dns()?.zoneOf(orgId, name)) !== undefined && (await isDnsOn(orgId))
  }

  /**
   * Resolves when the name servers answer with the proof. One may be out of reach for the host and not for the authority,
   * so after a while the authority decides.
   *
   * @throws CertificateFailure `no_zone`, `dns_approval`, `dns_change`; the reason of the signal
   */
  async publish(proof: DnsProof, signal: AbortSignal): Promise<AsyncDisposable> {
    const { orgId } = proof
    const { name, text, value } = recordOf(proof)
    await this.#note(proof)
    await this.#change({ orgId, name, edit: (data) => [...new Set([...data, value])] }, signal)
    const { isVisible } = this.#options
    await this.#until(async () => await isVisible(name, text, signal).catch(() => false), signal)
    return { [Symbol.asyncDispose]: async () => await this.#remove(proof, signal) }
  }

  /**
   * Removes the records of processes that have ended without doing so, those first that are the longest there.
   *
   * @param open hosts with an order that has not ended: their proofs stay for a day, as the authority may look at them
   */
  async sweep(open: ReadonlySet<string>, { signal, onError }: SweepOptions): Promise<void> {
    const old = new Date(this.#options.clock() - keptFor).toISOString()
    const rows = this.#options.db
      .selectFrom('host_acme_challenges')
      .select(['subject', 'workspace', 'key_authorization', 'created_at'])
    const noted = await rows.where('kind', '=', 'dns-01').orderBy('created_at').limit(mostRead).execute()
    const isLeft = ({ subject, created_at: at }: (typeof noted)[number]): boolean =>
      at < old || !(open.has(subject) || open.has(`*.${subject}`))
    for (const row of noted.filter(isLeft).slice(0, mostSwept)) {
      const proof = { orgId: row.workspace ?? '', name: row.subject, keyAuthorization: row.key_authorization }
      await this.#remove(proof, signal).catch(onError)
    }
  }

  async #remove(proof: DnsProof, signal: AbortSignal): Promise<void> {
    const { orgId, keyAuthorization } = proof
    const { name, value } = recordOf(proof)
    try {
      await this.#change({ orgId, name, edit: (data) => data.filter((each) => each !== value) }, signal)
    } catch (error) {
      // A zone that is not managed here any more has its records elsewhere.
      if (!(error instanceof CertificateFailure && error.code === 'no_zone')) throw error
    }
    const noted = this.#options.db.deleteFrom('host_acme_challenges').where('kind', '=', 'dns-01')
    await noted.where('subject', '=', proof.name).where('key_authorization', '=', keyAuthorization).execute()
  }

  /** Before the record is there, so that none is forgotten. */
  async #note({ orgId, name, keyAuthorization }: DnsProof): Promise<void> {
    const { db, clock } = this.#options
    const key = { kind: 'dns-01', subject: name, key_authorization: keyAuthorization } as const
    const values = { ...key, workspace: orgId, created_at: new Date(clock()).toISOString() }
    const noted = db.insertInto('host_acme_challenges').values(values)
    const same = ['kind', 'subject', 'key_authorization'] as const
    await noted.onConflict((conflict) => conflict.columns(same).doNothing()).execute()
  }

  async #change(change: TextChange, signal: AbortSignal): Promise<void> {
    const { orgId, name } = change
    const dns = this.#options.dns()
    const zone = await dns?.zoneOf(orgId, name)
    if (dns === undefined || zone === undefined) {
      throw new CertificateFailure('no_zone', `No zone of the workspace has the name ${name}.`)
    }
    await this.#inTurn(`${orgId} ${zone.id}`, async () => {
      const isDone = await this.#until(async () => await this.#apply(dns, zone, change), signal)
      if (!isDone) throw new CertificateFailure('dns_change', 'The zone is busy with other changes.')
    })
  }

  /** @returns false while the zone is busy with another change @throws CertificateFailure */
  async #apply(dns: DnsService, zone: DnsZone, { orgId, name, edit }: TextChange): Promise<boolean> {
    const present = (await dns.list(orgId, zone.id)).find((set) => set.name === name && set.type === 'TXT')
    const data = edit(present?.data ?? [])
    const edits = data.length === 0 ? { delete: [{ name, type: 'TXT' }] } : { set: [recordSet(zone, name, data)] }
    try {
      const changeset = await dns.apply(orgId, {
        title: 'Prove a name for its certificate',
        zones: [{ zoneId: zone.id, ...edits }],
        finishesByItself: true,
      })
      // Undefined: nothing had to change.
      if (changeset !== undefined) await this.#untilApplied(orgId, changeset.id, changeset.state)
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'target_busy') return false
      throw new CertificateFailure('dns_change', `The DNS change failed: ${error.code}.`, { cause: error })
    }
  }

  /** A change is applied in a job, which may run on another process. */
  async #untilApplied(orgId: string, id: string, first: ChangesetState): Promise<void> {
    let state: ChangesetState | undefined = first
    const { stateOf } = this.#options
    await this.#until(async () => {
      state = await stateOf(orgId, id)
      return state !== 'applying' && state !== 'approved'
    })
    if (state === 'applied') return
    const code = state === 'planned' ? 'dns_approval' : 'dns_change'
    throw new CertificateFailure(code, `The DNS change was not applied: its state is ${state}.`)
  }

  /** Looks until something holds. @returns whether it does */
  async #until(holds: () => Promise<boolean>, signal?: AbortSignal): Promise<boolean> {
    const { every, most } = this.#options.pace ?? usualPace
    for (let waited = 0; ; waited += every) {
      if (await holds()) return true
      if (waited >= most) return false
      await pause(every, undefined, signal && { signal })
    }
  }

  async #inTurn(zone: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(zone) ?? Promise.resolve()
    const done = before.then(work)
    const settled = done.catch(() => undefined)
    this.#turns.set(zone, settled)
    try {
      await done
    } finally {
      if (this.#turns.get(zone) === settled) this.#turns.delete(zone)
    }
  }
}

/** The record of a proof: its name, its text, and its data as zone files have it. */
function recordOf({ name, keyAuthorization }: DnsProof) {
  const text = dnsChallengeText(keyAuthorization)
  return { name: `_acme-challenge.${name}`, text, value: `"${text}"` }
}

function recordSet({ capabilities: { ttl } }: DnsZone, name: string, data: readonly string[]): DnsRecordSet {
  return { name, type: 'TXT', ttl: Math.min(ttl.max, Math.max(ttl.min, lowestTtl)), data }
}
