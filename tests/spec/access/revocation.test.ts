/**
 * Rights that are taken away while everyone uses them, on every shape that an instance can have, and while one of its
 * processes is stopped, killed or cut off from the database.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { CutProxy } from '../lab/race/cut-proxy.ts'
import { Door } from '../lab/race/door.ts'
import { secretKey } from '../lab/secret-key.ts'
import { makeEveryone, runRace, type RaceResult, type RaceSize } from '../lab/race/race.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const size: RaceSize = isSoak
  ? { changes: 1_000, requests: 100_000, lanes: 20 }
  : { changes: 20, requests: 600, lanes: 5 }
const script = join(import.meta.dirname, '../lab/race/race-product.ts')

/** Faults of processes take real time, so all waits of this file are real. An instance with reachable processes, and the events that revoke access. */
interface Fleet {
  readonly doors: () => readonly Door[]
  readonly processes: number
  readonly faults: Readonly<Record<string, () => Promise<void>>>
}

async function alone(t: TestContext): Promise<Fleet> {
  const door = await doorOf(t, await start(t))
  return { doors: () => [door], processes: 1, faults: {} }
}

async function threeOnPostgres(t: TestContext): Promise<Fleet> {
  const fresh = await testDatabases[1]?.create()
  const url = fresh?.url ?? ''
  const proxy = await CutProxy.before(url)
  const begin = (through = url): Promise<Product> => start(t, { env: { HOST_DATABASE_URL: through } })
  const products = [await begin(), await begin(), await begin(proxy.through(url))]
  t.after(() => proxy[Symbol.asyncDispose]())
  const doors = await Promise.all(products.map((product) => doorOf(t, product)))
  const kill = async (): Promise<void> => {
    products[1]?.kill('SIGKILL')
    await sleep(3_000)
    products[1] = await begin()
    doors[1] = await doorOf(t, products[1])
  }
  const cut = async (): Promise<void> => {
    proxy.cut(true)
    await sleep(3_000)
    proxy.cut(false)
  }
  return {
    doors: () => doors,
    processes: 3,
    faults: { stopped: () => stop(() => products[1]?.pid), killed: kill, 'cut off from the database': cut },
  }
}

async function twoWorkers(t: TestContext): Promise<Fleet> {
  const product = await start(t, { typed: ['--workers', '2'] })
  const url = String((await product.logged('Listening'))['url'])
  const doors = await doorsToBoth(t, url)
  const kill = async (): Promise<void> => {
    const { pid } = (await doors[0]?.ask('/api/x/race/pid'))?.body ?? {}
    if (typeof pid !== 'number') return
    process.kill(pid, 'SIGKILL')
    await sleep(2_000)
    await untilTwoServe(url, pid)
  }
  const { pid } = (await doors[0]?.ask('/api/x/race/pid'))?.body ?? {}
  return { doors: () => doors, processes: 2, faults: { stopped: () => stop(() => Number(pid)), killed: kill } }
}

/** Were both gone at once, the port that the system has chosen would be gone too. */
async function untilTwoServe(url: string, killed: number): Promise<void> {
  const serving = new Set<unknown>()
  for (const end = performance.now() + 60_000; serving.size < 2 && performance.now() < end; await sleep(20)) {
    const door = new Door(url, 1)
    const { pid } = (await door.ask('/api/x/race/pid')).body
    door.close()
    if (pid !== undefined && pid !== killed) serving.add(pid)
  }
}

/** Two connections to each of two workers: an idle worker accepts a connection and keeps it. */
async function doorsToBoth(t: TestContext, url: string): Promise<readonly Door[]> {
  const byProcess = new Map<unknown, Door[]>()
  while (byProcess.size < 2 || [...byProcess.values()].some(({ length }) => length < 2)) {
    const door = new Door(url, 1)
    t.after(() => door.close())
    const { pid } = (await door.ask('/api/x/race/pid')).body
    byProcess.set(pid, [...(byProcess.get(pid) ?? []), door])
  }
  return [...byProcess.values()].flatMap((doors) => doors.slice(0, 2))
}

async function start(
  t: TestContext,
  given: { typed?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'host-race-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = {
    HOST_DATA: folder,
    HOST_SECRET_KEY: secretKey,
    HOST_ACCESS_LOG: 'off',
    HOST_RATE_SIGN_IN: '0',
    HOST_ADMIN_EMAIL: 'race@host.test',
    HOST_ADMIN_PASSWORD: 'tea-houses by the sea',
    ...given.env,
  }
  return await Product.start(t, { script, typed: given.typed ?? [], env })
}

async function doorOf(t: TestContext, product: Product): Promise<Door> {
  const door = new Door(String((await product.logged('Listening'))['url']), 64)
  t.after(() => door.close())
  return door
}

/** Lets a process stand still for less and for more than its memory is trusted. */
async function stop(pid: () => number | undefined): Promise<void> {
  for (const time of [400, 900, 1_100, 2_500]) {
    const victim = pid() ?? 0
    process.kill(victim, 'SIGSTOP')
    await sleep(time)
    process.kill(victim, 'SIGCONT')
    await sleep(300)
  }
}

const fleets: Readonly<Record<string, { open(t: TestContext): Promise<Fleet>; faults: readonly string[] }>> = {
  'one process': { open: alone, faults: ['well'] },
  'three processes over PostgreSQL': {
    open: threeOnPostgres,
    faults: ['well', 'stopped', 'killed', 'cut off from the database'],
  },
  'two workers on SQLite': { open: twoWorkers, faults: ['well', 'stopped', 'killed'] },
}

/** A race waits more than it computes; those of a soak are measured one by one. */
describe('rights that are taken away', { concurrency: isSoak ? 1 : 3 }, () => {
  for (const [name, { faults }] of Object.entries(fleets)) for (const fault of faults) race(name, fault)
})

function race(name: string, fault: string): void {
  const open = fleets[name]?.open ?? assert.fail(`There is no fleet "${name}".`)
  const title = `§5.6 ${name}, ${fault === 'well' ? 'all of them well' : `one of them ${fault}`}: rights that were taken away let nobody in`
  test(title, async (t) => {
    const fleet = await open(t)
    const everyone = await makeEveryone(fleet.doors()[0], size)
    const over = new AbortController()
    const fail = fleet.faults[fault]
    const harmed = fail === undefined ? undefined : harm(fail, over.signal)
    const result = await runRace(fleet.doors, everyone, size).finally(() => over.abort())
    await harmed
    report(t, result)
    assert.deepEqual(result.wrong, [])
    assert.ok(result.late >= 2 * result.answers.length)
    assert.ok(result.processes.size >= (fault === 'killed' ? 1 : fleet.processes), 'every process was asked')
  })
}

/** Lets one process fail again and again. */
async function harm(fail: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(200)
    await fail()
  }
}

function report(t: TestContext, { requests, late, answers, failed }: RaceResult): void {
  const sorted = answers.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  t.diagnostic(
    `${requests} requests, ${late} of them late, raced ${answers.length} changes (${failed} failed); ` +
      `the answer took ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms (max)`,
  )
}
