/** Short links on several processes: limits are exact, changes act on the next visit, and clicks outlive a stop. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { Product } from '../../../packages/cli/src/serve/testing/product.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { HostClient } from '../lab/edge/host-client.ts'
import { secretKey } from '../lab/secret-key.ts'
import { Visitor } from '../lab/visitor.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const [email, password] = ['links@host.test', 'tea-houses by the sea']
const origin = 'http://app.host.example'
const shared = 'go.host.example'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const script = join(import.meta.dirname, '../lab/plans-main.ts')
/** Visitors at once; the answers to as many visits may be lost with the process that counted them. */
const visitors = 8
/** Milliseconds of clicks that a crash may lose, and those that an answer needs on a busy machine. */
const [mostLost, grace] = [200, 300]

interface Process {
  readonly product: Product
  readonly url: string
  readonly client: HostClient
}

interface Link {
  readonly id: string
  readonly slug: string
}

type Fleet = Awaited<ReturnType<typeof open>>

/** Starts processes over one PostgreSQL, which end with `stack`, and signs in at the first. */
async function open(stack: AsyncDisposableStack, count: number) {
  const fresh = stack.use(await testDatabases[1]?.create())
  const folder = await mkdtemp(join(tmpdir(), 'host-links-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const env = {
    HOST_DATA: folder,
    HOST_DATABASE_URL: fresh?.url ?? '',
    HOST_SECRET_KEY: secretKey,
    HOST_PUBLIC_URL: origin,
    HOST_SHARED_HOST: shared,
    HOST_RATE_REDIRECT: '0',
    HOST_ACCESS_LOG: 'off',
    HOST_ADMIN_EMAIL: email,
    HOST_ADMIN_PASSWORD: password,
  }
  const start = async (): Promise<Process> => {
    const product = await Product.start({ after: (end) => stack.defer(end) }, { script, env })
    const url = String((await product.logged('Listening'))['url'])
    const client = new HostClient(url)
    stack.defer(() => client.close())
    return { product, url, client }
  }
  const processes: Process[] = []
  // One after the other: the first makes the tables.
  for (let each = 0; each < count; each += 1) processes.push(await start())
  const person = await new Visitor(processes[0]?.url ?? '', origin).signIn(email, password)
  const create = async (more: object = {}): Promise<Link> => {
    const { status, body } = await person.post<Link>('/api/x/links/links', { url: 'https://www.example.com/', ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  return { processes, person, create, start }
}

const statusAt = async ({ client }: Process, { slug }: Link): Promise<number> =>
  (await client.ask(`/${slug}`, shared, firefox)).status

describe('short links on several processes', () => {
  const stack = new AsyncDisposableStack()
  let fleet: Fleet

  before(async () => {
    fleet = await open(stack, 3)
  })

  after(() => stack.disposeAsync())

  test('a limit of one visit lets one of 500 parallel requests on three processes through', async () => {
    const { processes, create } = fleet
    for (let round = 0; round < (isSoak ? 20 : 1); round += 1) {
      const link = await create({ clickLimit: 1 })
      const clients = Array.from({ length: 15 }, (_, at) => new HostClient(processes[at % 3]?.url ?? ''))
      stack.defer(() => clients.forEach((client) => client.close()))
      const answers = await Promise.all(
        Array.from(
          { length: 500 },
          async (_, at) => await clients[at % clients.length]?.ask(`/${link.slug}`, shared, firefox),
        ),
      )
      const statuses = Map.groupBy(answers, (answer) => answer?.status)
      assert.equal(statuses.get(302)?.length, 1, JSON.stringify([...statuses.keys()]))
      assert.equal(statuses.get(410)?.length, 499)
    }
  })

  test('edit, disable and delete act on the next visit of every process', async () => {
    const { processes, person, create } = fleet
    for (let round = 0; round < (isSoak ? 200 : 5); round += 1) {
      const link = await create()
      const path = `/api/x/links/links/${link.id}`
      for (const each of processes) assert.equal(await statusAt(each, link), 302)
      assert.equal((await person.send('PATCH', path, { body: { redirect: 307 } })).status, 200)
      for (const each of processes) assert.equal(await statusAt(each, link), 307)
      assert.equal((await person.send('PATCH', path, { body: { isEnabled: false } })).status, 200)
      for (const each of processes) assert.equal(await statusAt(each, link), 404)
      assert.equal((await person.send('PATCH', path, { body: { isEnabled: true } })).status, 200)
      for (const each of processes) assert.equal(await statusAt(each, link), 307)
      assert.ok((await person.send('DELETE', path)).status < 300)
      for (const each of processes) assert.equal(await statusAt(each, link), 404)
    }
  })
})

describe('clicks on several processes', () => {
  const stack = new AsyncDisposableStack()
  let fleet: Fleet

  before(async () => {
    fleet = await open(stack, 1)
  })

  after(() => stack.disposeAsync())

  test('a stop loses no click, and kill -9 at most those of the last 200 ms', async (t) => {
    const { processes, person, create, start } = fleet
    const link = await create()
    let total = 0
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const visited = await start()
      const answered = await visitUntilStopped(visited, { link, signal, visits: isSoak ? 1_000_000 : 1_000 })
      await visited.product.exited
      const end = answered.at(-1) ?? 0
      const late = signal === 'SIGKILL' ? answered.filter((at) => at > end - mostLost - grace).length : 0
      // Another process counts what the journal of a killed one holds.
      const isComplete = (count: number) => count - total >= answered.length - late
      const stored = (await untilRead(() => clicksOf(person, link), isComplete)) - total
      assert.ok(
        stored <= answered.length + visitors && stored >= answered.length - late,
        `${stored} of ${answered.length}, ${late} late`,
      )
      t.diagnostic(`${signal}: ${stored} counted of ${answered.length} answered, ${late} in the last moment`)
      if (signal === 'SIGTERM') assert.ok(stored >= answered.length, 'a stop loses none')
      total += stored
    }
    assert.equal(processes.length, 1)
  })

  test('clicks that a killed process had stored and not counted are counted by another, once', async () => {
    const { person, create, start } = fleet
    const link = await create()
    const visited = await start()
    const visits = 20
    for (let visit = 0; visit < visits; visit += 1) assert.equal(await statusAt(visited, link), 302)
    // Longer than clicks wait for the journal, shorter than the journal waits for being counted.
    await pause(mostLost + grace)
    visited.product.kill('SIGKILL')
    await visited.product.exited
    assert.equal(await clicksOf(person, link), 0)
    assert.equal(
      await untilRead(
        () => clicksOf(person, link),
        (count) => count >= visits,
      ),
      visits,
    )
  })
})

async function clicksOf(person: Visitor, link: Link): Promise<number> {
  const day = new Date().toISOString().slice(0, 10)
  const path = `/api/x/links/statistics?from=${day}&to=${day}&linkId=${link.id}`
  return (await person.get<{ clicks: number }>(path)).body.clicks
}

/** Reads until it is enough, for 90 seconds at most. */
async function untilRead(read: () => Promise<number>, isEnough: (count: number) => boolean): Promise<number> {
  const end = Date.now() + 90_000
  for (;;) {
    const count = await read()
    if (isEnough(count) || Date.now() > end) return count
    await pause(grace)
  }
}

interface Stopped {
  readonly link: Link
  readonly signal: NodeJS.Signals
  readonly visits: number
}

/** Visits by several visitors at once, and stops the process in the midst of it. @returns when each was answered, in order */
async function visitUntilStopped({ url, product }: Process, { link, signal, visits }: Stopped): Promise<number[]> {
  const answered: number[] = []
  let visit = 0
  const goOn = async (client: HostClient): Promise<void> => {
    try {
      for (; visit < 2 * visits; visit += 1) {
        if (visit === visits) product.kill(signal)
        const { status } = await client.ask(`/${link.slug}`, shared, firefox)
        if (status === 302) answered.push(Date.now())
      }
    } catch {
      // The process has stopped.
    } finally {
      client.close()
    }
  }
  await Promise.all(Array.from({ length: visitors }, () => goOn(new HostClient(url))))
  return answered
}
