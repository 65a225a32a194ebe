/**
 * Certificates of an authority, in the database. Keys are sealed for their host, and leave only through `material`. Each
 * change is published after its commit, and every process reads the changed host again.
 */
import type { Bus } from '../database/bus/bus.ts'
import type { Database } from '../database/database.ts'
import type { Place, Vault } from '../security/encryption/vault.ts'
import type { PemPair } from './certificate-files.ts'
import { checkIssued } from './issued-certificate.ts'
import type { CertificateState, TlsDatabase } from './models.ts'

/** The topic under which changed hosts are published. */
export const certificateTopic = 'certificates'

/** Dependencies of the store. */
export interface CertificateStoreOptions {
  /** The table as a part of the transaction that it is used in. */
  readonly db: TlsDatabase
  readonly database: Pick<Database, 'afterCommit'>
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly bus: Pick<Bus, 'publish'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** An issued certificate. */
export interface IssuedPair extends PemPair {
  /** URL of the account that ordered it. */
  readonly account?: string
}

/** A certificate with the state of its orders; neither chain nor key. Times are ISO 8601. */
export interface CertificateRecord {
  /** Exact, or `*.` and a name. */
  readonly host: string
  readonly state: CertificateState
  /** Undefined until the first was issued. */
  readonly serial: string | undefined
  readonly issuer: string | undefined
  /** URL of the account that ordered it; undefined where that was not noted. */
  readonly account: string | undefined
  readonly notBefore: string | undefined
  readonly notAfter: string | undefined
  readonly renewAt: string | undefined
  /** Failed orders since the last one that ended well. */
  readonly attempts: number
  /** The next order; undefined while none is due. */
  readonly nextAttemptAt: string | undefined
  readonly problem: CertificateProblem | undefined
  /** Since when its host is not to be answered any more; undefined while it is. */
  readonly unwantedSince: string | undefined
  readonly changedAt: string
}

/** Why an order failed. */
export interface CertificateProblem {
  /** A short code, such as `dns` or `rate_limited`. */
  readonly code: string
  /** The words of the authority, or of the check before. */
  readonly detail: string
}

/** Facts about certificates in use, as a process holds them in memory. */
export interface CertificateEntry {
  readonly host: string
  readonly serial: string
  /** Whether its host is to be answered. */
  readonly isWanted: boolean
  /** Milliseconds since 1970, as `notAfter`. */
  readonly notBefore: number
  readonly notAfter: number
}

const longestDetail = 2_000
const entryColumns = ['host', 'serial', 'not_before', 'not_after', 'unwanted_since'] as const
const shown = [
  'host',
  'state',
  'serial',
  'issuer',
  'account',
  'not_before',
  'not_after',
  'renew_at',
  'attempts',
  'next_attempt_at',
  'problem',
  'problem_detail',
  'unwanted_since',
  'changed_at',
] as const

export class CertificateStore {
  readonly #options: CertificateStoreOptions

  constructor(options: CertificateStoreOptions) {
    this.#options = options
  }

  async find(host: string): Promise<CertificateRecord | undefined> {
    const row = await this.#shown().where('host', '=', host).executeTakeFirst()
    return row && recordOf(row)
  }

  /** Certificates of some hosts, by host. */
  async findAll(hosts: readonly string[]): Promise<readonly CertificateRecord[]> {
    if (hosts.length === 0) return []
    return (await this.#shown().where('host', 'in', hosts).orderBy('host').execute()).map(recordOf)
  }

  /** Certificates by host, in pages. @param after the last host of the page before */
  async list(limit: number, after = ''): Promise<readonly CertificateRecord[]> {
    const rows = await this.#shown().where('host', '>', after).orderBy('host').limit(limit).execute()
    return rows.map(recordOf)
  }

  /** Certificates whose next order is due, the longest due first. @param at milliseconds since 1970 */
  async due(limit: number, at: number): Promise<readonly CertificateRecord[]> {
    const due = this.#shown().where('next_attempt_at', '<=', timeOf(at)).orderBy('next_attempt_at')
    return (await due.limit(limit).execute()).map(recordOf)
  }

  /** Wanted hosts whose last order failed: how many, and the first of them. */
  async failing(): Promise<{ readonly count: number; readonly first: string | undefined }> {
    const rows = this.#options.db.selectFrom('host_certificates').where('state', '=', 'failed')
    const failed = rows.where('unwanted_since', 'is', null)
    const { count, first } = await failed
      .select((of) => [of.fn.countAll().as('count'), of.fn.min('host').as('first')])
      .executeTakeFirstOrThrow()
    return { count: Number(count), first: first ?? undefined }
  }

  /** Certificates that can be used, by host, in pages. @param after the last host of the page before */
  async entries(limit: number, after = ''): Promise<readonly CertificateEntry[]> {
    const rows = await this.#entries().where('host', '>', after).orderBy('host').limit(limit).execute()
    return rows.flatMap(entryOf)
  }

  async entry(host: string): Promise<CertificateEntry | undefined> {
    const row = await this.#entries().where('host', '=', host).executeTakeFirst()
    return row && entryOf(row)[0]
  }

  /** The certificate and its key; undefined until one was issued. @throws SealBroken for an altered key */
  async material(host: string): Promise<PemPair | undefined> {
    const rows = this.#options.db.selectFrom('host_certificates').select(['chain', 'sealed_key'])
    const row = await rows.where('host', '=', host).executeTakeFirst()
    if (row === undefined || row.chain === null || row.sealed_key === null) return undefined
    const key = await this.#options.vault.open(row.sealed_key, keyPlace(host))
    return Object.freeze({ cert: row.chain, key: key.toString() })
  }

  /** Adds a host whose first order is due at once. @returns false for one that is there already */
  async add(host: string): Promise<boolean> {
    const now = this.#now()
    return await this.#change(host, async (db) => {
      const values = { host, state: 'pending' as const, next_attempt_at: now, changed_at: now }
      const added = db.insertInto('host_certificates').values(values)
      const row = added.onConflict((conflict) => conflict.column('host').doNothing()).returning('id')
      return (await row.executeTakeFirst()) !== undefined
    })
  }

  /**
   * Stores an issued certificate in place of the one before.
   * @param renewAt milliseconds since 1970; the next order is due then
   * @throws Error for a pair that is not one, or is not for the host
   */
  async issue(host: string, pair: IssuedPair, renewAt: number): Promise<void> {
    const { serial, issuer, notBefore, notAfter } = checkIssued(host, pair)
    const values = {
      state: 'valid' as const,
      chain: pair.cert,
      sealed_key: await this.#options.vault.seal(pair.key, keyPlace(host)),
      serial,
      issuer,
      account: pair.account ?? null,
      not_before: timeOf(notBefore),
      not_after: timeOf(notAfter),
      renew_at: timeOf(renewAt),
      attempts: 0,
      next_attempt_at: timeOf(renewAt),
      problem: null,
      problem_detail: null,
      changed_at: this.#now(),
    }
    await this.#change(host, async (db) => {
      const put = db.insertInto('host_certificates').values({ host, ...values })
      await put.onConflict((conflict) => conflict.column('host').doUpdateSet(values)).execute()
      return true
    })
  }

  /** Notes a failed order; the certificate from before stays in use. @param nextAttemptAt milliseconds since 1970 */
  async fail(host: string, problem: CertificateProblem, nextAttemptAt: number): Promise<void> {
    await this.#postpone(host, problem, { attempts: 1, at: nextAttemptAt })
  }

  /** Notes an order that waits for a person: it has not failed. @param nextAttemptAt milliseconds since 1970 */
  async wait(host: string, problem: CertificateProblem, nextAttemptAt: number): Promise<void> {
    await this.#postpone(host, problem, { attempts: 0, at: nextAttemptAt })
  }

  async #postpone(
    host: string,
    { code, detail }: CertificateProblem,
    { attempts, at }: { readonly attempts: number; readonly at: number },
  ): Promise<void> {
    const values = { state: 'failed' as const, problem: code, problem_detail: detail.slice(0, longestDetail) }
    await this.#change(host, async (db) => {
      const row = db.updateTable('host_certificates').where('host', '=', host)
      const failed = row.set((of) => ({
        ...values,
        attempts: of('attempts', '+', attempts),
        next_attempt_at: timeOf(at),
        changed_at: this.#now(),
      }))
      return (await failed.returning('id').executeTakeFirst()) !== undefined
    })
  }

  /** Moves the next order, such as after the authority suggested another time. @param at milliseconds since 1970 */
  async schedule(host: string, at: number): Promise<void> {
    const next = { renew_at: timeOf(at), next_attempt_at: timeOf(at) }
    await this.#options.db.updateTable('host_certificates').set(next).where('host', '=', host).execute()
  }

  /** Notes whether a host is to be answered; one that is not leaves its certificate for a while. */
  async setWanted(host: string, isWanted: boolean): Promise<void> {
    await this.#change(host, async (db) => {
      const row = db.updateTable('host_certificates').set({ unwanted_since: isWanted ? null : this.#now() })
      return (await row.where('host', '=', host).returning('id').executeTakeFirst()) !== undefined
    })
  }

  /** Deletes a certificate with its key. @returns false when there was none */
  async remove(host: string): Promise<boolean> {
    return await this.#change(host, async (db) => {
      const row = db.deleteFrom('host_certificates').where('host', '=', host).returning('id')
      return (await row.executeTakeFirst()) !== undefined
    })
  }

  /** @param work resolves with whether anything has changed */
  async #change(
    host: string,
    work: (db: Pick<TlsDatabase, 'insertInto' | 'updateTable' | 'deleteFrom'>) => Promise<boolean>,
  ): Promise<boolean> {
    const { db, database, bus } = this.#options
    return await db.transaction(async (queries) => {
      const isChanged = await work(queries)
      if (isChanged) database.afterCommit(() => bus.publish(certificateTopic, host))
      return isChanged
    })
  }

  #shown() {
    return this.#options.db.selectFrom('host_certificates').select(shown)
  }

  #entries() {
    const rows = this.#options.db.selectFrom('host_certificates').select(entryColumns)
    return rows.where('serial', 'is not', null)
  }

  #now(): string {
    return timeOf(this.#options.clock())
  }
}

function keyPlace(host: string): Place {
  return { plugin: 'host', field: 'certificates.key', row: host }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

interface EntryRow {
  readonly host: string
  readonly serial: string | null
  readonly not_before: string | null
  readonly not_after: string | null
  readonly unwanted_since: string | null
}

function entryOf(row: EntryRow): readonly CertificateEntry[] {
  const { host, serial, not_before: notBefore, not_after: notAfter, unwanted_since: since } = row
  if (serial === null || notBefore === null || notAfter === null) return []
  const times = { notBefore: Date.parse(notBefore), notAfter: Date.parse(notAfter) }
  return [Object.freeze({ host, serial, isWanted: since === null, ...times })]
}

interface ShownRow extends EntryRow {
  readonly state: CertificateState
  readonly issuer: string | null
  readonly account: string | null
  readonly renew_at: string | null
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly problem: string | null
  readonly problem_detail: string | null
  readonly changed_at: string
}

function recordOf(row: ShownRow): CertificateRecord {
  const { host, state, attempts, problem, problem_detail: detail } = row
  return Object.freeze<CertificateRecord>({
    host,
    state,
    serial: row.serial ?? undefined,
    issuer: row.issuer ?? undefined,
    account: row.account ?? undefined,
    notBefore: row.not_before ?? undefined,
    notAfter: row.not_after ?? undefined,
    renewAt: row.renew_at ?? undefined,
    attempts,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    problem: problem === null ? undefined : Object.freeze({ code: problem, detail: detail ?? '' }),
    unwantedSince: row.unwanted_since ?? undefined,
    changedAt: row.changed_at,
  })
}
