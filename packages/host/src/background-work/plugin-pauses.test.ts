import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Log } from '@host/plugin'
import { instanceOrgId } from '../request/instance-org-id.ts'
import { memoryBus } from '../database/bus/memory-bus.ts'
import { DataAccess } from '../database/data-access.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { backgroundWorkModels } from './models.ts'
import { PauseStore } from './pause-store.ts'
import { PluginPauses } from './plugin-pauses.ts'
import { until } from '../../testing/until.ts'

const minute = 60_000
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Processes on one database, and a clock that the test moves. */
async function lab(product: (typeof testDatabases)[number]) {
  const stack = new AsyncDisposableStack()
  const fresh = stack.use(await product.create())
  const database = await fresh.open()
  const owner = { name: 'host', models: backgroundWorkModels }
  await migrate(database, [owner])
  const db = new DataAccess({ database, owners: [owner], onDoor: () => undefined }).forHost(backgroundWorkModels)
  const [bus, store] = [memoryBus(), new PauseStore(db)]
  let now = Date.UTC(2026, 0, 1)
  const told: string[] = []
  const open = async () => {
    const pauses = new PluginPauses({ store, bus, clock: () => now, log, onChange: () => undefined })
    pauses.onPause(({ plugin, failures }) => void told.push(`${plugin} ${failures}`))
    stack.defer(await pauses.start())
    return pauses
  }
  return {
    told,
    processes: [await open(), await open()] as const,
    move: (milliseconds: number) => void (now += milliseconds),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const endedWith = (fault?: string, orgId = instanceOrgId) => ({
  plugin: 'shop',
  orgId,
  fault: fault === undefined ? undefined : new Error(fault),
})

/** Fails every two seconds, on one process after the other. */
async function failOver(
  { processes, move }: Pick<Awaited<ReturnType<typeof lab>>, 'processes' | 'move'>,
  times: number,
  orgId?: string,
): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const process = processes[nth % 2]
    process?.ended(endedWith(`broken ${nth}`, orgId))
    await process?.flush()
    move(2_000)
  }
}

for (const product of testDatabases) {
  suite(`pauses on ${product.name}`, () => {
    test('§P82 the host itself is never paused, however often its jobs fail', async () => {
      await using own = await lab(product)
      const [process] = own.processes
      for (let nth = 0; nth < 40; nth += 1) {
        process.ended({ ...endedWith('The mail server is down.'), plugin: 'host' })
        await process.flush()
        own.move(minute)
      }
      assert.deepEqual([process.isPaused('host'), await process.paused(), own.told], [false, [], []])
    })

    test('§P14 a plugin that fails repeatedly is paused on every process, and reported once', async () => {
      await using all = await lab(product)
      const [one, other] = all.processes
      await failOver(all, 19)
      assert.deepEqual([one.allowance('shop'), all.told], [Number.POSITIVE_INFINITY, []])
      await failOver(all, 3)
      await until(() => one.allowance('shop') === 0 && other.allowance('shop') === 0)
      assert.deepEqual(all.told, ['shop 20'])
      assert.deepEqual([one.isPaused('shop'), one.allowance('mail')], [true, Number.POSITIVE_INFINITY])
      const [paused] = await other.paused()
      assert.deepEqual(
        [paused?.plugin, paused?.failures, paused?.fault, paused?.since, paused?.until],
        ['shop', 22, 'broken 2', '2026-01-01T00:00:38.000Z', '2026-01-01T00:05:38.000Z'],
      )
    })

    test('a success in between begins again, on whichever process it is', async () => {
      await using all = await lab(product)
      const [one, other] = all.processes
      await failOver(all, 19)
      await other.paused()
      other.ended(endedWith())
      await other.flush()
      await failOver(all, 19)
      assert.deepEqual([await one.paused(), all.told], [[], []])
    })

    test('§P14 when its pause is over, one process begins one job; its failure doubles the pause, its success ends it', async () => {
      await using all = await lab(product)
      const [one, other] = all.processes
      await failOver(all, 20)
      await until(() => one.isPaused('shop') && other.isPaused('shop'))
      all.move(5 * minute)
      const first = await onTrial(all.processes)
      first.began('shop')
      assert.deepEqual([one.allowance('shop'), other.allowance('shop')], [0, 0])
      first.ended(endedWith('still broken'))
      await first.flush()
      const [again] = await one.paused()
      assert.equal(Date.parse(again?.until ?? '') - Date.parse(again?.since ?? ''), 10 * minute + 5 * minute + 2_000)
      assert.equal(all.told.length, 1, 'it is the same pause')
      await other.paused()
      all.move(9 * minute)
      assert.deepEqual([one.allowance('shop'), other.allowance('shop')], [0, 0])
      all.move(minute)
      const second = await onTrial(all.processes)
      second.began('shop')
      second.ended(endedWith())
      await second.flush()
      await until(() => all.processes.every((each) => each.allowance('shop') > 1))
      assert.deepEqual(await one.paused(), [])
    })

    test('§P47 a pause is as long as it was when the clock that began it was a year ahead, and so is a trial', async () => {
      await using over = await lab(product)
      const { processes, move } = over
      const [one, two] = processes
      const year = 365 * 24 * 60 * minute
      const allowed = async (): Promise<void> => {
        await until(() => one.allowance('shop') + two.allowance('shop') > 0)
      }
      move(year)
      await failOver(over, 20)
      assert.equal((await one.paused()).length, 1)
      move(-year)
      await allowed()
      move(year + 6 * minute)
      await allowed()
      move(-year)
      await allowed()
      const taken = one.allowance('shop') === 1 ? one : two
      taken.began('shop')
      taken.ended(endedWith())
      await taken.flush()
      assert.deepEqual(await taken.paused(), [])
    })

    test('a user resumes it at once, and learns whether it was paused', async () => {
      await using all = await lab(product)
      const [one, other] = all.processes
      await failOver(all, 20)
      await until(() => other.isPaused('shop'))
      assert.deepEqual([await other.resume('shop'), await other.resume('shop')], [true, false])
      await until(() => !one.isPaused('shop'))
    })
  })
}

test('a database outage loses no count, and disturbs no caller', async () => {
  let isAway = true
  const changed: unknown[] = []
  const store = {
    all: async () => new Map(),
    change: async (_: string, change: (before: undefined) => unknown) => {
      if (isAway) throw new Error('away')
      changed.push(change(undefined))
      return { before: undefined, after: undefined }
    },
  }
  const pauses = new PluginPauses({ store, bus: memoryBus(), clock: () => 0, log, onChange: () => undefined })
  for (const orgId of ['wsp_1', 'wsp_1', 'wsp_2']) {
    pauses.ended(endedWith('broken', orgId))
    await pauses.flush()
  }
  isAway = false
  await pauses.flush()
  assert.deepEqual(changed, [{ failures: 3, failingSince: 0, place: null, fault: 'broken', paused: undefined }])
})

async function onTrial(processes: readonly PluginPauses[]): Promise<PluginPauses> {
  const trying = (): readonly PluginPauses[] => processes.filter((each) => each.allowance('shop') === 1)
  await until(() => trying().length > 0)
  // A real wait: another process that tries as well would do so meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const [first, ...others] = trying()
  assert.deepEqual(others, [], 'no other process tries besides')
  return first!
}
