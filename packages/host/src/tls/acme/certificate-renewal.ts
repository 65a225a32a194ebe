/**
 * Certificates of all hosts of the instance. The run that has the lease works on them:
 *
 *   wanted hosts --new--> due at once --ordered--> valid --two thirds of its life, or as advised--> due
 *        |                     ^ '--failed--> a pause of 1 to 24 hours --'
 *        '--not wanted for 7 days--> removed, with its key
 */
import { AcmeError, certificateIdentity, writePrivateKey, type AcmeClient } from '@host/acme'
import type { Log } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { CertificateRecord, CertificateStore } from '../certificate-store.ts'
import { CertificateFailure, failureOf } from './certificate-failure.ts'
import { chooseOrders, type DueHost } from './order-budget.ts'
import type { DnsChallenges } from './dns-challenges.ts'
import { orderCertificate, type OrderedCertificate, type OrderOptions } from './order-certificate.ts'
import type { PublishedChallenges } from './published-challenges.ts'
import type { HeldLease, RenewalLease } from './renewal-lease.ts'
import { runOrders } from './run-orders.ts'
import { approvalPause, nextQuestion, pauseAfter, renewalTime, timeInWindow, type Random } from './retry-times.ts'

/** Dependencies of the renewal. */
export interface CertificateRenewalOptions extends OrderOptions {
  readonly client: AcmeClient
  readonly store: CertificateStore
  readonly published: PublishedChallenges
  readonly dns: DnsChallenges
  readonly lease: RenewalLease
  readonly wanted: () => Promise<ReadonlyMap<string, DueHost>>
  /** Runs work in one transaction of the database. */
  readonly inTransaction: (work: () => Promise<void>) => Promise<void>
  readonly recorder: ChangeRecorder
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Default: `Math.random`. */
  readonly random?: Random
}

/** Records of one read. */
const pageSize = 1_000
/** Milliseconds of one order. A slow one is resumed later. */
const orderTime = 300_000
/** Milliseconds that the certificate of a host stays that is not to be answered any more. */
const unwantedFor = 7 * 86_400_000
/** Questions about renewals in one run. */
const mostQuestions = 30

export class CertificateRenewal {
  readonly #options: CertificateRenewalOptions
  /** When the authority is asked about a renewal again, by host. */
  readonly #questions = new Map<string, number>()

  constructor(options: CertificateRenewalOptions) {
    this.#options = options
  }

  /**
   * Does all that is due now; nothing while another run does so. A run that lost its lease leaves its orders open to the
   * run that has it.
   *
   * @throws the reason of the signal
   */
  async run(signal: AbortSignal): Promise<void> {
    await using lease = await this.#options.lease.take()
    if (lease === undefined) return
    try {
      await this.#runAlone(lease, AbortSignal.any([signal, lease.signal]))
    } catch (error) {
      if (signal.aborted || !lease.signal.aborted) throw error
      this.#options.log.warn('A run of the renewal of certificates lost its lease', { error })
    }
  }

  async #runAlone(lease: HeldLease, signal: AbortSignal): Promise<void> {
    const { orders, published, dns, clock, log } = this.#options
    await orders.sweep()
    await published.sweep()
    await this.#leaveOtherAuthority()
    const records = await this.#matchWanted(await this.#options.wanted())
    const due = records.filter(({ record }) => isDue(record, clock())).toSorted(byDueTime)
    await runOrders(await this.#choose(due), async (each) => {
      if (await lease.renew()) await this.#order(each, signal)
    })
    if (!(await lease.renew())) return
    const onError = (error: unknown): void => log.warn('The proof of a host could not be removed', { error })
    await dns.sweep(await orders.openHosts(), { signal, onError })
    await this.#askAboutRenewals(records, signal)
  }

  /** Orders that have not ended come first, and count no more: they were counted when they began. */
  async #choose(due: readonly HostRecord[]): Promise<readonly HostRecord[]> {
    const { orders } = this.#options
    const open = await orders.openHosts()
    const byHost = new Map(due.map((each) => [each.host, each]))
    const begun = due.filter(({ host }) => !open.has(host))
    const chosen = chooseOrders(begun, await orders.recent()).flatMap(({ host }) => byHost.get(host) ?? [])
    return [...due.filter(({ host }) => open.has(host)), ...chosen]
  }

  /** Once the operator has chosen another authority, every certificate is due, and serves until its successor is there. */
  async #leaveOtherAuthority(): Promise<void> {
    const { accounts, store, clock } = this.#options
    if (!(await accounts.isOther())) return
    for await (const { host } of this.#records()) await store.schedule(host, clock())
    await accounts.setCurrent()
  }

  /** Adds what is wanted and has no record, and removes what is long not wanted. @returns the records of all wanted hosts */
  async #matchWanted(wanted: ReadonlyMap<string, DueHost>): Promise<readonly HostRecord[]> {
    const { store } = this.#options
    const missing = new Set(wanted.keys())
    const records: HostRecord[] = []
    for await (const record of this.#records()) {
      const due = wanted.get(record.host)
      missing.delete(record.host)
      if (due === undefined) await this.#leave(record)
      else {
        if (record.unwantedSince !== undefined) await store.setWanted(record.host, true)
        records.push({ ...due, record })
      }
    }
    for (const host of missing) {
      await store.add(host)
      const record = await store.find(host)
      if (record !== undefined) records.push({ host, orgId: wanted.get(host)?.orgId, record })
    }
    return records
  }

  /** A host may come back soon, such as a feature that was switched off by mistake: it then has its certificate. */
  async #leave({ host, serial, unwantedSince }: CertificateRecord): Promise<void> {
    const { store, orders, clock } = this.#options
    if (serial !== undefined && unwantedSince === undefined) await store.setWanted(host, false)
    else if (serial === undefined || Date.parse(unwantedSince ?? '') + unwantedFor <= clock()) {
      await store.remove(host)
      await orders.end(host)
      this.#questions.delete(host)
    }
  }

  async *#records(): AsyncGenerator<CertificateRecord> {
    for (let last: string | undefined; ;) {
      const page = await this.#options.store.list(pageSize, last)
      yield* page
      if (page.length < pageSize) return
      last = page.at(-1)?.host
    }
  }

  async #askAboutRenewals(records: readonly HostRecord[], signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    const asked = records.filter(({ host, record }) => {
      return record.state === 'valid' && !isDue(record, clock()) && (this.#questions.get(host) ?? 0) <= clock()
    })
    for (const { host, record } of asked.slice(0, mostQuestions)) {
      try {
        await this.#askAboutRenewal(host, record, signal)
      } catch (error) {
        signal.throwIfAborted()
        this.#questions.set(host, clock() + nextQuestion(undefined))
        log.warn('The authority did not answer when to renew a certificate', { host, error })
      }
    }
  }

  async #askAboutRenewal(host: string, record: CertificateRecord, signal: AbortSignal): Promise<void> {
    const { client, store, clock, random = Math.random } = this.#options
    const chain = (await store.material(host))?.cert
    const identity = chain === undefined ? undefined : certificateIdentity(chain)
    const window = identity === undefined ? undefined : await client.renewalWindow(signal, identity)
    this.#questions.set(host, clock() + nextQuestion(window))
    if (window === undefined) return
    const planned = Date.parse(record.renewAt ?? '')
    const advised = timeInWindow(window, planned, random)
    if (advised !== planned) await store.schedule(host, advised)
  }

  async #order(due: HostRecord, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#options
    const limit = AbortSignal.timeout(orderTime)
    try {
      const pair = await store.material(due.host)
      const present = pair && { chain: pair.cert, account: due.record.account }
      const renewed = { ...due, present, problem: due.record.problem?.code }
      const issued = await orderCertificate(renewed, this.#options, AbortSignal.any([signal, limit]))
      await this.#keep(due, issued)
      log.info('A certificate was issued', { host: due.host, notAfter: new Date(issued.notAfter).toISOString() })
    } catch (error) {
      signal.throwIfAborted()
      await this.#options.accounts.forget(error)
      await this.#fail(due, limit.aborted ? tooSlow(error) : error)
    }
  }

  async #keep({ host, orgId }: HostRecord, issued: OrderedCertificate): Promise<void> {
    const { store, orders, recorder, inTransaction, random = Math.random } = this.#options
    const { chain, key, account, serial, issuer, notAfter } = issued
    this.#questions.delete(host)
    await inTransaction(async () => {
      await store.issue(host, { cert: chain, key: writePrivateKey(key), account }, renewalTime(issued, random))
      await orders.end(host)
      const facts = { serial, issuer, notAfter: new Date(notAfter).toISOString() }
      await recorder.record({ kind: 'certificate.issued', orgId, host, ...facts })
    })
  }

  /** A failure is recorded when it is another than before: it may come again each day. */
  async #fail({ host, orgId, record }: HostRecord, error: unknown): Promise<void> {
    const { store, orders, recorder, inTransaction, log, clock, random = Math.random } = this.#options
    const failure = error instanceof AcmeError ? failureOf(error) : error
    const { code, message, retryAfter, keepsOrder } =
      failure instanceof CertificateFailure ? failure : new CertificateFailure('internal', 'It failed unexpectedly.')
    const problem = { code, detail: message }
    log.warn('A certificate could not be issued', { host, code, error })
    await inTransaction(async () => {
      if (code === 'dns_approval') await store.wait(host, problem, clock() + approvalPause)
      else await store.fail(host, problem, clock() + pauseAfter(record.attempts, retryAfter, random))
      if (!keepsOrder) await orders.end(host)
      if (record.problem?.code === code) return
      await recorder.record({ kind: 'certificate.failed', orgId, host, ...problem })
    })
  }
}

interface HostRecord extends DueHost {
  readonly record: CertificateRecord
}

function isDue({ nextAttemptAt }: CertificateRecord, now: number): boolean {
  return nextAttemptAt !== undefined && Date.parse(nextAttemptAt) <= now
}

function byDueTime({ record: one }: HostRecord, { record: other }: HostRecord): number {
  return (one.nextAttemptAt ?? '') < (other.nextAttemptAt ?? '') ? -1 : 1
}

function tooSlow(cause: unknown): CertificateFailure {
  return new CertificateFailure('timeout', 'The authority has not decided in time; the order is resumed.', { cause })
}
