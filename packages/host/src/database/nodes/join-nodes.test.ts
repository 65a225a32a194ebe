import assert from 'node:assert/strict'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { column, model } from '@host/plugin'
import type { Database } from '../database.ts'
import { migrate } from '../migrate/migrate.ts'
import { testDatabases, type TestDatabaseProduct } from '../../../testing/database/test-databases.ts'
import { enterNodes } from './enter-nodes.ts'
import { joinNodes } from './join-nodes.ts'
import { leaseMoment } from './lease-clock.ts'
import { nodeModels } from './models.ts'
import { until } from '../../../testing/until.ts'

/** The lease of the processes here, in milliseconds; each renews it six times in that time. */
const lease = 3_000
const script = fileURLToPath(new URL('../../../testing/database/nodes/node-process.ts', import.meta.url))
const Claim = model('claims', {
  id: column.id('clm'),
  owner: column.text(),
  epoch: column.integer(),
})

/** Another process on the same database. */
class Neighbour {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: string[] = []
  #wake: () => void = () => undefined
  #isOver = false

  constructor(t: TestContext, url: string) {
    const command = ['--conditions=source', script, url, String(lease)]
    this.#process = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      this.#lines.push(line)
      this.#wake()
    })
    this.#process.on('exit', (code, signal) => {
      this.#isOver = true
      this.#lines.push(`ended ${code ?? signal ?? ''}`)
      this.#wake()
    })
    t.after(() => this.#process.kill('SIGKILL'))
  }

  /** Waits for a line that begins with a word. @returns the rest of the line */
  async hears(word: string): Promise<string> {
    for (;;) {
      const place = this.#lines.findIndex((line) => line.startsWith(word))
      if (place !== -1) return this.#lines.splice(place, 1)[0]?.slice(word.length + 1) ?? ''
      if (this.#isOver) throw new Error(`The process said no "${word}": ${this.#lines.join(', ')}`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  async tell(order: string, answer: string): Promise<string> {
    this.#process.stdin.write(`${order}\n`)
    return await this.hears(answer)
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }
}

async function liveNodes(database: Database): Promise<readonly unknown[]> {
  const sql = `select id from host_nodes where lease_until > ${leaseMoment[database.dialect]}`
  const { rows } = await database.run({ sql, parameters: [], writes: false })
  return rows.map(({ id }) => id)
}

async function untilDead(database: Database): Promise<void> {
  await until(async () => (await liveNodes(database)).length === 0)
}

/** Takes over every claim of a node that is dead. */
async function takeOver(database: Database): Promise<number> {
  const isLive = `select 1 from host_nodes where id = owner and lease_until > ${leaseMoment[database.dialect]}`
  const sql = `update claims set owner = 'heir', epoch = epoch + 1 where not exists (${isLive})`
  return (await database.run({ sql, parameters: [], writes: true })).changes
}

async function open(product: TestDatabaseProduct, stack: AsyncDisposableStack): Promise<[Database, string]> {
  const fresh = stack.use(await product.create())
  const database = await fresh.open({ isExclusive: false })
  await migrate(database, [{ name: 'host', models: [...nodeModels, Claim] }])
  return [database, fresh.url]
}

describe('the processes of a database', { concurrency: true }, () => {
  for (const product of testDatabases) testNodes(product)
})

function testNodes(product: TestDatabaseProduct): void {
  const { dialect } = product

  test(`${dialect}: a process that is the only one lives until it leaves, and forgets those before it`, async () => {
    await using stack = new AsyncDisposableStack()
    const [database] = await open(product, stack)
    const enter = () => database.transaction((connection) => enterNodes(connection, dialect))
    const join = async () =>
      joinNodes({ database, entry: await enter(), leaseThread: undefined, isFirst: true, onChange: () => undefined })
    const before = await join()
    const node = await join()
    assert.notEqual(node.id, before.id)
    assert.deepEqual(await liveNodes(database), [node.id])
    await node.leave()
    assert.deepEqual(await liveNodes(database), [])
  })

  test(`${dialect}: a main thread that is blocked for longer than the lease keeps it`, async (t) => {
    await using stack = new AsyncDisposableStack()
    const [database, url] = await open(product, stack)
    const neighbour = new Neighbour(t, url)
    const id = await neighbour.hears('joined')
    const unblocked = neighbour.tell('block', 'unblocked')
    // Real waits: another process renews its lease in real time.
    do assert.deepEqual(await liveNodes(database), [id])
    while ((await Promise.race([unblocked, sleep(50, 'blocked')])) === 'blocked')
  })

  test(`${dialect}: the lease of a process that is killed ends, and not before`, async (t) => {
    await using stack = new AsyncDisposableStack()
    const [database, url] = await open(product, stack)
    const neighbour = new Neighbour(t, url)
    await neighbour.hears('joined')
    assert.equal(await neighbour.tell('claim', 'claimed'), '1')
    neighbour.kill('SIGKILL')
    assert.equal(await takeOver(database), 0)
    await untilDead(database)
    assert.equal(await takeOver(database), 1)
  })

  test(`${dialect}: a process that was stopped for longer than its lease finishes nothing that was taken over`, async (t) => {
    await using stack = new AsyncDisposableStack()
    const [database, url] = await open(product, stack)
    const neighbour = new Neighbour(t, url)
    const id = await neighbour.hears('joined')
    await neighbour.tell('claim', 'claimed')
    neighbour.kill('SIGSTOP')
    await untilDead(database)
    assert.equal(await takeOver(database), 1)
    neighbour.kill('SIGCONT')
    assert.equal(await neighbour.tell('finish', 'finished'), '0')
    await until(async () => (await liveNodes(database))[0] === id)
    assert.equal(await neighbour.tell('claim', 'claimed'), '1')
    assert.equal(await neighbour.tell('finish', 'finished'), '1')
  })
}
