import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DataAccess } from '../db/data-access.ts'
import { migrate } from '../db/migrate/migrate.ts'
import { testDatabases } from '../db/testing/test-databases.ts'
import { hostModels } from '../host-models.ts'
import { accountingModels } from './models.ts'
import { otherOrgs, UsageMeter } from './usage-meter.ts'
import { hourLength, UsageStore, type UsageRow } from './usage-store.ts'
import { UsageWriter } from './usage-writer.ts'

const hour = 1_800_000_000_000

/** A writer whose database is there or away as a test wants. */
function writerOf() {
  const written: UsageRow[] = []
  const warnings: string[] = []
  const state = { now: hour, isAway: false }
  const warn = (message: string): void => void warnings.push(message)
  const usage = new UsageMeter({ current: () => undefined })
  const writer = new UsageWriter({
    usage,
    clock: () => state.now,
    log: { debug: warn, info: warn, warn, error: warn },
    store: {
      add: async (rows) => {
        if (state.isAway) throw new Error('The database is away.')
        written.push(...rows)
      },
      sweep: async () => undefined,
    },
  })
  return { usage, writer, written, warnings, state }
}

function callsOf(rows: readonly Pick<UsageRow, 'tally'>[]): number {
  return rows.reduce((sum, { tally }) => sum + tally.calls, 0)
}

suite('what is counted, in memory', () => {
  test('20,000 workspaces that call between two writes take 5,000 rows and one for the others, and no call is lost', () => {
    const usage = new UsageMeter({ current: () => undefined })
    for (let at = 0; at < 20_000; at += 1) usage.of('shop', `org_${at}`).noteCall(1, false)
    usage.of('kiosk', undefined).noteCall(1, false)
    const taken = usage.take()
    assert.equal(taken.length, 5_002)
    assert.equal(callsOf(taken), 20_001)
    assert.equal(taken.find(({ orgId }) => orgId === otherOrgs)?.tally.calls, 15_000)
    assert.equal(usage.take().length, 0)
    assert.equal(usage.totals().get('shop')?.calls, 20_000)
  })

  test('§P36 while the database is away nothing is lost, the log has one line, and memory stays bounded', async () => {
    const { usage, writer, written, warnings, state } = writerOf()
    state.isAway = true
    for (let round = 0; round < 12; round += 1) {
      for (let at = 0; at < 3_000; at += 1) usage.of('shop', `org_${round}_${at}`).noteCall(1, false)
      await writer.write()
    }
    assert.equal(warnings.length, 1)
    state.isAway = false
    await writer.write()
    assert.equal(callsOf(written), 36_000)
    assert.ok(written.length <= 20_001, String(written.length))
    await writer.write()
    assert.equal(callsOf(written), 36_000)
  })

  test('what was counted belongs to the hour in which it was taken up', async () => {
    const { usage, writer, written, state } = writerOf()
    usage.of('shop', 'org_a').noteJob(5, true)
    state.now += 1.5 * hourLength
    await writer.write()
    assert.deepEqual(
      written.map(({ hour: at, tally }) => [at, tally.jobs, tally.jobErrors, tally.jobTime]),
      [[hour + hourLength, 1, 1, 5]],
    )
  })

  test('a workspace that is no more is dropped, counted or waiting for the database', async () => {
    const { usage, writer, written, state } = writerOf()
    state.isAway = true
    usage.of('shop', 'org_a').noteCall(1, false)
    await writer.write()
    usage.of('shop', 'org_a').noteCall(1, false)
    usage.of('shop', 'org_b').noteCall(1, false)
    writer.forget('org_a')
    state.isAway = false
    await writer.write()
    assert.deepEqual(
      written.map(({ orgId }) => orgId),
      ['org_b'],
    )
  })
})

for (const product of testDatabases) {
  test(`${product.dialect}: what is old, and what belongs to no workspace any more, is removed`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    const owners = [{ name: 'host', models: hostModels, migrations: [] }]
    await migrate(database, owners)
    const store = new UsageStore(
      new DataAccess({ database, owners, onDoor: () => undefined }).forHost(accountingModels),
    )
    const { usage } = writerOf()
    for (const orgId of ['org_gone', otherOrgs, undefined]) usage.of('shop', orgId).noteCall(1, false)
    const rows = usage.take().flatMap((row) => [hour, hour + hourLength].map((at) => ({ ...row, hour: at })))
    await store.add(rows)
    await store.add(rows)
    await store.sweep(hour + hourLength)
    const left = await store.by('workspace', { from: hour - hourLength, to: hour + 9 * hourLength }, 10)
    assert.deepEqual(
      left.map(({ of, calls }) => [of, calls]),
      [
        ['instance', 2],
        ['others', 2],
      ],
    )
  })
}
