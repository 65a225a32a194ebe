/**
 * Proofs in zones that a workspace manages here (DNS-01). The record is planned and applied as a change of the host, so
 * the workspace sees it, and is removed afterwards. Values of others at the same name stay.
 *
 *   noted --changed at once--> visible --removed--> (none)
 *     |  ^                        ^
 *     v  '--an hour old           | approved
 *   waiting for a person ---------'
 */
import { setTimeout as pause } from 'node:timers/promises'
import { dnsChallengeText } from '@host/acme'
import { Problem, type ChangesetState, type DnsRecordSet, type DnsService, type DnsZone } from '@host/plugin'
import { CertificateFailure } from './certificate-failure.ts'
import type { AcmeDatabase } from './models.ts'
import { runOrders } from './run-orders.ts'

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

/** One change of the values at the name of a proof. */
interface TextChange {
  readonly proof: DnsProof
  /** Of its changeset. */
  readonly title: string
  readonly edit: (data: readonly string[]) => readonly string[]
  readonly signal: AbortSignal
}

/** Options of a sweep. */
export interface SweepOptions {
  readonly signal: AbortSignal
  /** Called for a record that could not be removed. */
  readonly onError: (error: unknown) => void
}

/** Seconds. */
const lowestTtl = 60
/** Records that are removed in one run, and of them for one workspace. */
const mostSwept = 20
const mostSweptOfWorkspace = 5
/**
 * Milliseconds until the next attempt to remove a record, such as of a provider that is down: as long as its age, within
 * these. The pauses double, so that an ignored plan comes back ever more rarely.
 */
const [shortestPause, longestPause] = [3_600_000, 86_400_000]
/** Proofs that are looked at in one run. */
const mostRead = 1_000
/** States of a changeset that may still be applied. */
const unsettled: ReadonlySet<ChangesetState> = new Set(['planned', 'approved', 'applying'])
/** States of a changeset that a person has not approved. */
const refused: ReadonlySet<ChangesetState> = new Set(['dismissed', 'expired'])
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
    const { name, text, value } = recordOf(proof)
    await this.#note(proof)
    const title = 'Prove a name for its certificate'
    await this.#change({ proof, title, edit: (data) => [...new Set([...data, value])], signal })
    const { isVisible } = this.#options
    await this.#until(async () => await isVisible(name, text, signal).catch(() => false), signal)
    return { [Symbol.asyncDispose]: async () => await this.#removeOrWait(proof, signal) }
  }

  /**
   * Removes the records of processes that have ended without doing so, those first that are the longest there. One that
   * can't be removed is tried again an hour later, and holds up neither the others nor those of other workspaces.
   *
   * @param open hosts with an order that has not ended: their proofs stay, as the authority may look at them
   */
  async sweep(open: ReadonlySet<string>, { signal, onError }: SweepOptions): Promise<void> {
    const left = firstOfEachWorkspace(await this.#sweepable(open))
    const swept = left.map((proof) => ({ host: proof.name, orgId: proof.orgId, proof }))
    await runOrders(swept, async ({ proof }) => {
      try {
        await this.#sweep(proof, signal)
      } catch (error) {
        signal.throwIfAborted()
        onError(error)
      }
    })
  }

  /** Proofs of no open host whose removal does not pause. */
  async #sweepable(open: ReadonlySet<string>): Promise<readonly DnsProof[]> {
    const columns = ['subject', 'workspace', 'key_authorization'] as const
    const rows = this.#options.db.selectFrom('host_acme_challenges').select(columns).where('kind', '=', 'dns-01')
    const due = rows.where((of) => of.or([of('removal_at', 'is', null), of('removal_at', '<=', this.#after(0))]))
    const names = [...new Set([...open].map((host) => host.replace('*.', '')))]
    const left = due.where('subject', 'not in', names)
    const noted = await left.orderBy('created_at').limit(mostRead).execute()
    return noted.map(({ subject: name, workspace, key_authorization: keyAuthorization }) => {
      return { orgId: workspace ?? '', name, keyAuthorization }
    })
  }

  /**
   * A plan that a person may still approve would bring the record back: it is over within an hour. A person who has
   * dismissed a removal keeps the record.
   */
  async #sweep(proof: DnsProof, signal: AbortSignal): Promise<void> {
    const state = (await this.#lastChange(proof))?.state
    if (state === 'dismissed') await this.#forget(proof)
    else if (state !== undefined && unsettled.has(state)) await this.#pauseRemoval(proof)
    else await this.#removeOrWait(proof, signal)
  }

  async #removeOrWait(proof: DnsProof, signal: AbortSignal): Promise<void> {
    try {
      await this.#remove(proof, signal)
    } catch (error) {
      if (!signal.aborted) await this.#pauseRemoval(proof)
      throw error
    }
  }

  async #pauseRemoval(proof: DnsProof): Promise<void> {
    const createdAt = Date.parse((await this.#read(proof))?.created_at ?? '')
    const age = this.#options.clock() - createdAt
    const removalPause = Math.min(longestPause, Math.max(shortestPause, age))
    await this.#update(proof, { removal_at: this.#after(removalPause) })
  }

  async #remove(proof: DnsProof, signal: AbortSignal): Promise<void> {
    const { value } = recordOf(proof)
    try {
      const title = 'Remove the proof of a certificate'
      await this.#change({ proof, title, edit: (data) => data.filter((each) => each !== value), signal })
    } catch (error) {
      // A zone that is not managed here any more has its records elsewhere.
      if (!(error instanceof CertificateFailure && error.code === 'no_zone')) throw error
    }
    await this.#forget(proof)
  }

  async #forget(proof: DnsProof): Promise<void> {
    const rows = this.#options.db.deleteFrom('host_acme_challenges').where('kind', '=', 'dns-01')
    await rows.where('subject', '=', proof.name).where('key_authorization', '=', proof.keyAuthorization).execute()
  }

  /** The last changeset that writes or removes a proof; undefined where none is known. */
  async #lastChange(proof: DnsProof): Promise<LastChange | undefined> {
    const id = (await this.#read(proof))?.changeset ?? undefined
    return id === undefined ? undefined : { id, state: await this.#options.stateOf(proof.orgId, id) }
  }

  async #read({ name, keyAuthorization }: DnsProof) {
    const rows = this.#options.db.selectFrom('host_acme_challenges').select(['changeset', 'created_at'])
    const own = rows.where('kind', '=', 'dns-01').where('subject', '=', name)
    return await own.where('key_authorization', '=', keyAuthorization).executeTakeFirst()
  }

  async #update(proof: DnsProof, values: ProofUpdate): Promise<void> {
    const rows = this.#options.db.updateTable('host_acme_challenges').set(values).where('kind', '=', 'dns-01')
    await rows.where('subject', '=', proof.name).where('key_authorization', '=', proof.keyAuthorization).execute()
  }

  /** Before the record is there, so that none is forgotten. */
  async #note({ orgId, name, keyAuthorization }: DnsProof): Promise<void> {
    const key = { kind: 'dns-01', subject: name, key_authorization: keyAuthorization } as const
    const values = { ...key, workspace: orgId, created_at: this.#after(0) }
    const noted = this.#options.db.insertInto('host_acme_challenges').values(values)
    const same = ['kind', 'subject', 'key_authorization'] as const
    await noted.onConflict((conflict) => conflict.columns(same).doNothing()).execute()
  }

  async #change(change: TextChange): Promise<void> {
    const { orgId, name } = change.proof
    const dns = this.#options.dns()
    const zone = await dns?.zoneOf(orgId, recordOf(change.proof).name)
    if (dns === undefined || zone === undefined) {
      throw new CertificateFailure('no_zone', `No zone of the workspace has the name ${name}.`)
    }
    await this.#inTurn(`${orgId} ${zone.id}`, async () => {
      const isDone = await this.#until(async () => await this.#apply(dns, zone, change), change.signal)
      if (!isDone) throw new CertificateFailure('dns_change', 'The zone is busy with other changes.')
    })
  }

  /** @returns false while the zone is busy with another change @throws CertificateFailure */
  async #apply(dns: DnsService, zone: DnsZone, { proof, title, edit, signal }: TextChange): Promise<boolean> {
    const { orgId } = proof
    const { name } = recordOf(proof)
    const present = (await dns.list(orgId, zone.id)).find((set) => set.name === name && set.type === 'TXT')?.data ?? []
    const data = edit(present)
    if (data.length === present.length && data.every((each) => present.includes(each))) return true
    const last = await this.#lastChange(proof)
    if (last?.state !== undefined && unsettled.has(last.state)) {
      // A second plan would have to be approved too.
      await this.#untilApplied(orgId, last, signal)
      return false
    }
    if (last?.state !== undefined && refused.has(last.state)) {
      // The next attempt makes a new plan, after the pause of a failure.
      await this.#update(proof, { changeset: null })
      throw notApplied(last.state)
    }
    const edits = data.length === 0 ? { delete: [{ name, type: 'TXT' }] } : { set: [recordSet(zone, name, data)] }
    try {
      const changeset = await dns.apply(orgId, {
        title,
        zones: [{ zoneId: zone.id, ...edits }],
        finishesByItself: true,
      })
      // Undefined: nothing had to change.
      if (changeset === undefined) return true
      await this.#update(proof, { changeset: changeset.id })
      await this.#untilApplied(orgId, changeset, signal)
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'target_busy') return false
      throw new CertificateFailure('dns_change', `The DNS change failed: ${error.code}.`, { cause: error })
    }
  }

  /** A change is applied in a job, which may run on another process. */
  async #untilApplied(orgId: string, { id, state: first }: LastChange, signal: AbortSignal): Promise<void> {
    let state = first
    const { stateOf } = this.#options
    await this.#until(async () => {
      state = await stateOf(orgId, id)
      return state !== 'applying' && state !== 'approved'
    }, signal)
    if (state !== 'applied') throw notApplied(state)
  }

  /** Looks until something holds. @returns whether it does */
  async #until(holds: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
    const { every, most } = this.#options.pace ?? usualPace
    for (let waited = 0; ; waited += every) {
      if (await holds()) return true
      if (waited >= most) return false
      await pause(every, undefined, { signal })
    }
  }

  #after(milliseconds: number): string {
    return new Date(this.#options.clock() + milliseconds).toISOString()
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

/** A changeset of a proof. Its state is undefined for one that is gone. */
interface LastChange {
  readonly id: string
  readonly state: ChangesetState | undefined
}

/** Changed columns of a noted proof. */
interface ProofUpdate {
  readonly changeset?: string | null
  readonly removal_at?: string
}

function firstOfEachWorkspace(proofs: readonly DnsProof[]): readonly DnsProof[] {
  const counts = new Map<string, number>()
  const chosen = proofs.filter(({ orgId }) => {
    counts.set(orgId, (counts.get(orgId) ?? 0) + 1)
    return (counts.get(orgId) ?? 0) <= mostSweptOfWorkspace
  })
  return chosen.slice(0, mostSwept)
}

/** The record of a proof: its name, its text, and its data as zone files have it. */
function recordOf({ name, keyAuthorization }: DnsProof) {
  const text = dnsChallengeText(keyAuthorization)
  return { name: `_acme-challenge.${name}`, text, value: `"${text}"` }
}

function recordSet({ capabilities: { ttl } }: DnsZone, name: string, data: readonly string[]): DnsRecordSet {
  return { name, type: 'TXT', ttl: Math.min(ttl.max, Math.max(ttl.min, lowestTtl)), data }
}

function notApplied(state: ChangesetState | undefined): CertificateFailure {
  const code = state === 'planned' ? 'dns_approval' : 'dns_change'
  const message = `The DNS change was not applied: its state is ${state ?? 'unknown'}.`
  // The order waits for the next plan with its proof, which a person has only not seen in time.
  return new CertificateFailure(code, message, state === 'expired' ? { keepsOrder: true } : {})
}
