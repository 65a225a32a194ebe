/** Chains on a real database without the rest of a host, with entries made without a request. */
import type { AuditActor, Log } from '@host/plugin'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { NamedStatement } from '../../src/database/named-statement.ts'
import type { SqlRow, SqlValue } from '../../src/database/statement.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { AuditChains } from '../../src/audit/audit-chains.ts'
import { ChainKey } from '../../src/audit/chain-key.ts'
import { ChainStore, type ChainDatabase } from '../../src/audit/chain-store.ts'
import { EntryWriter } from '../../src/audit/entry-writer.ts'
import { Expiry } from '../../src/audit/expiry.ts'
import { Sealer } from '../../src/audit/sealer.ts'
import { verifyAudit, type AuditReport } from '../../src/audit/verify-audit.ts'

/** A clock that stands still until it is moved. */
export interface LabClock {
  now: number
}

/** Values by their names in a statement. */
export type LabValues = Readonly<Record<string, SqlValue>>

/** The audit log of an instance, with the actions of tests on it. */
export interface ChainLab extends AsyncDisposable {
  readonly url: string
  readonly database: Database
  readonly clock: LabClock
  readonly chains: AuditChains
  readonly sealer: Sealer
  readonly expiry: Expiry
  readonly logged: readonly string[]
  /** Writes entries of a workspace. */
  write(orgId: string, count?: number): Promise<void>
  /** Seals all that waits. */
  seal(): Promise<void>
  verify(): Promise<AuditReport>
  /** The findings of a verification, as `kind workspace/place`. */
  findings(): Promise<readonly string[]>
  run(text: string, values?: LabValues): Promise<number>
  rows(text: string, values?: LabValues): Promise<readonly SqlRow[]>
  /** The parts of another process on the same database, or on a wrapper of it. */
  another(on?: ChainDatabase): Pick<ChainLab, 'chains' | 'sealer'>
}

/** The key of the lab. */
export const labKey = new ChainKey(Buffer.alloc(32, 7))

const actor: AuditActor = { kind: 'user', id: 'usr_lab' }

const owners = [{ name: 'host', models: hostModels, migrations: [] }]
const tables = tablesOf(owners)

/** Opens a fresh database with the host's tables. */
export async function openChainLab(product: TestDatabaseProduct): Promise<ChainLab> {
  const fresh = await product.create(tables)
  const database = await fresh.open({ durability: 'normal', isExclusive: false })
  await migrate(database, owners)
  const clock: LabClock = { now: Date.UTC(2026, 0, 1) }
  const logged: string[] = []
  const log = recordingLog(logged)
  const store = new ChainStore(database)
  const writer = new EntryWriter(database.dialect, () => clock.now)
  const process = (on: ChainDatabase = database) => {
    const own = new ChainStore(on)
    const chains = new AuditChains(own, labKey)
    return { chains, sealer: new Sealer({ chains, store: own, log }) }
  }
  const { chains, sealer } = process()
  const ask = async (text: string, values: LabValues = {}) =>
    await database.run(new NamedStatement(database.dialect, text).with(values))
  const verify = (): Promise<AuditReport> => verifyAudit({ store, key: labKey })
  return {
    url: fresh.url,
    database,
    clock,
    chains,
    sealer,
    logged,
    expiry: new Expiry({ chains, store, clock: () => clock.now, log }),
    another: process,
    verify,
    run: async (text, values) => (await ask(text, values)).changes,
    async write(orgId, count = 1) {
      for (let written = 0; written < count; written += 1) await database.run(writer.insert(entryOf(orgId, written)))
    },
    seal: () => sealer.round(),
    async findings() {
      const { findings } = await verify()
      return findings.map(({ kind, orgId = 'instance', sequence }) =>
        sequence === undefined ? `${kind} ${orgId}` : `${kind} ${orgId}/${sequence}`,
      )
    },
    rows: async (text, values) => (await ask(text, values)).rows,
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

function entryOf(orgId: string, number: number): Parameters<EntryWriter['insert']>[0] {
  return {
    orgId,
    action: 'note.created',
    actor,
    target: `note:${number}`,
    before: null,
    after: JSON.stringify({ title: `Note ${number}`, 'text–with “signs”': '中文' }),
    plugin: 'notes',
    endpoint: 'POST /api/x/notes/notes',
    address: '127.0.0.1',
    userAgent: 'Firefox',
    requestId: `request-${number}`,
  }
}

function recordingLog(lines: string[]): Log {
  const write = (message: string): void => void lines.push(message)
  return { debug: write, info: write, warn: write, error: write }
}
