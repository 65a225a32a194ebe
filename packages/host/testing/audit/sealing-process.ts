/** A process of its own that writes entries into three logs and seals them as fast as it can, until it is killed. */
import { openDatabase } from '../../src/database/open-database.ts'
import { AuditChains } from '../../src/audit/audit-chains.ts'
import { ChainKey } from '../../src/audit/chain-key.ts'
import { ChainStore } from '../../src/audit/chain-store.ts'
import { EntryWriter } from '../../src/audit/entry-writer.ts'
import { Sealer } from '../../src/audit/sealer.ts'

const database = await openDatabase({ url: process.argv[2] ?? '', isExclusive: false })
const store = new ChainStore(database)
const log = { debug() {}, info() {}, warn() {}, error() {} }
const sealer = new Sealer({ chains: new AuditChains(store, new ChainKey(Buffer.alloc(32, 7))), store, log })
const writer = new EntryWriter(database.dialect, Date.now)
const origin = { plugin: 'notes', endpoint: null, address: null, userAgent: null, requestId: null }

async function write(orgId: string): Promise<never> {
  for (;;) {
    const entry = { ...origin, orgId, action: 'note.created', actor: { kind: 'host' as const } }
    await database.run(writer.insert({ ...entry, target: null, before: null, after: null }))
    await acknowledge()
  }
}

/** Written out before the next entry, so that a kill loses at most one acknowledgment of each writer. */
async function acknowledge(): Promise<void> {
  await new Promise((resolve) => void process.stdout.write('.', resolve))
}

async function seal(): Promise<never> {
  for (;;) await sealer.round()
}

await Promise.all([...['org_one', 'org_two', 'instance'].map(write), seal()])
