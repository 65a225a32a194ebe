import assert from 'node:assert/strict'
import { mock, suite, test } from 'node:test'
import { CallerMemory } from '../../request/caller-memory.ts'
import { DataAccess } from '../../database/data-access.ts'
import { migrate } from '../../database/migrate/migrate.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { hostModels } from '../../models/host-models.ts'
import { accountingModels } from './models.ts'
import { otherOrgs, UsageMeter } from './usage-meter.ts'
import { hourLength, UsageStore, type UsageRow } from './usage-store.ts'
import { UsageWriter } from './usage-writer.ts'

const hour = 1_800_000_000_000

/** A writer whose database is available or away as a test wants. */
function writerOf() {
  const written: UsageRow[] = []
  const warnings: string[] = []
  const state = { now: hour, isAway: false }
  const warn = (message: string): void => void warnings.push(message)
  const usage = new UsageMeter({ current: () => undefined })
  const writer = new UsageWriter({
    usage,
    clock: () => state.now,
    steady: () => state.now,
    log: { debug: warn, info: warn, warn, error: warn },
    store: {
      add: async (rows) => {
        if (state.isAway) throw new Error('The database is away.')
        written.push(...rows)
      },
      removeBefore: async () => undefined,
      removeOrphans: async () => undefined,
    },
  })
  return { usage, writer, written, warnings, state }
}

function callsOf(rows: readonly Pick<UsageRow, 'tally'>[]): number {
  return rows.reduce((sum, { tally }) => sum + tally.calls, 0)
}

suite('counting in memory', () => {
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

  test("usage counted in the callers' memory is stored, for each plugin and after every write", () => {
    const usage = new UsageMeter({ current: () => undefined })
    const callers = ['org_a', 'org_b', undefined].map((orgId) => ({ orgId, memory: new CallerMemory() }))
    const rounds = Array.from({ length: 3 }, () => {
      for (const caller of callers) {
        for (const plugin of ['shop', 'shop', 'kiosk']) usage.ofCaller(plugin, caller).noteCall(1, false)
      }
      usage.forget('org_b')
      usage.ofCaller('kiosk', callers[1]).noteCall(1, false)
      return usage.take()
    })
    for (const rows of rounds) {
      assert.deepEqual(
        rows.map(({ plugin, orgId, tally }) => [plugin, orgId, tally.calls]),
        [
          ['shop', 'org_a', 2],
          ['shop', 'instance', 2],
          ['kiosk', 'org_a', 1],
          ['kiosk', 'instance', 1],
          ['kiosk', 'org_b', 1],
        ],
      )
    }
    assert.equal(usage.totals().get('kiosk')?.calls, 12)
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

  test('usage belongs to the hour in which it was taken over', async () => {
    const { usage, writer, written, state } = writerOf()
    usage.of('shop', 'org_a').noteJob(5, true)
    state.now += 1.5 * hourLength
    await writer.write()
    assert.deepEqual(
      written.map(({ hour: at, tally }) => [at, tally.jobs, tally.jobErrors, tally.jobTime]),
      [[hour + hourLength, 1, 1, 5]],
    )
  })

  test('a deleted workspace is dropped, counted or waiting for the database', async () => {
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

suite('a sweep', () => {
  const day = 24 * hourLength
  /** Lets an hour pass for each leap of the clock. @returns before which moments it removed */
  async function swept(leaps: readonly number[]): Promise<readonly number[]> {
    const removed: number[] = []
    const state = { now: hour, steady: 0 }
    const none = async (): Promise<void> => undefined
    const writer = new UsageWriter({
      usage: new UsageMeter({ current: () => undefined }),
      clock: () => state.now,
      steady: () => state.steady,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      store: { add: none, removeBefore: async (before) => void removed.push(before), removeOrphans: none },
    })
    mock.timers.enable({ apis: ['setTimeout'] })
    const stop = writer.start()
    for (const leap of leaps) {
      state.now += hourLength + leap
      state.steady += hourLength
      mock.timers.tick(10_000)
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    }
    await stop()
    mock.timers.reset()
    return removed
  }

  test('§P47 removes nothing before the clock has gone evenly for an hour, so one that is ahead makes nothing old', async () => {
    assert.deepEqual(await swept([0]), [hour + hourLength - 90 * day])
    assert.deepEqual(await swept([365 * day, -365 * day]), [])
    assert.deepEqual(await swept([365 * day, -365 * day, 0]), [hour + 3 * hourLength - 90 * day])
  })

  test('is waited for by a stop, also when it takes longer than the time between two writes', async () => {
    const state = { now: hour, hasStopped: false }
    const removing = Promise.withResolvers<void>()
    const none = async (): Promise<void> => undefined
    const writer = new UsageWriter({
      usage: new UsageMeter({ current: () => undefined }),
      clock: () => state.now,
      steady: () => state.now,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      store: { add: none, removeBefore: () => removing.promise, removeOrphans: none },
    })
    mock.timers.enable({ apis: ['setTimeout'] })
    const stop = writer.start()
    state.now += hourLength
    for (let rounds = 0; rounds < 3; rounds += 1) {
      mock.timers.tick(10_000)
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    }
    const stopped = stop().then(() => void (state.hasStopped = true))
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    mock.timers.reset()
    assert.equal(state.hasStopped, false)
    removing.resolve()
    await stopped
  })
})

for (const product of testDatabases) {
  test(`${product.dialect}: old rows, and rows of no workspace, are removed`, async () => {
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
    await store.removeBefore(hour + hourLength, async () => undefined)
    await store.removeOrphans(async () => undefined)
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
