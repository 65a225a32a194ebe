import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@host/plugin'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { queryPostgres } from '../../../testing/database/query-postgres.ts'
import type { Bus } from './bus.ts'
import type { BusLine } from './bus-line.ts'
import { BusRelay } from './bus-relay.ts'
import { memoryBus } from './memory-bus.ts'
import { parentTransport } from './parent-transport.ts'
import { packPayloads, readPayload } from './payloads.ts'
import { postgresTransport } from './postgres-transport.ts'
import { sharedBus } from './shared-bus.ts'
import { until } from '../../../testing/until.ts'

/** Two places that hear each other. */
interface Pair extends AsyncDisposable {
  readonly buses: readonly [Bus, Bus]
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
const postgres = testDatabases.find(({ dialect }) => dialect === 'postgres')

const pairs: Readonly<Record<string, () => Promise<Pair>>> = {
  async 'in memory'() {
    const bus = memoryBus()
    return { buses: [bus, bus], async [Symbol.asyncDispose]() {} }
  },
  async 'through the parent'() {
    const relay = new BusRelay()
    const open = () => sharedBus(async (listener) => parentTransport(lineOver(relay), listener))
    return disposing([await open(), await open()])
  },
  async 'by PostgreSQL'() {
    const { url, stack } = await freshPostgres()
    const open = () => sharedBus((listener) => postgresTransport({ url, log: silent }, listener))
    return disposing([stack.use(await open()), stack.use(await open())], stack)
  },
}

async function freshPostgres() {
  const stack = new AsyncDisposableStack()
  const fresh = stack.use(await postgres!.create())
  return { url: fresh.url, adminUrl: fresh.adminUrl, stack }
}

function disposing(buses: Pair['buses'], stack = new AsyncDisposableStack()): Pair {
  return { buses, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A line whose far end is in the relay, which answers a turn later as a pipe does. */
function lineOver(relay: BusRelay): BusLine {
  const [near, far] = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()]
  const end = (own: typeof near, others: typeof near): BusLine => ({
    send(message, sent) {
      setImmediate(() => {
        for (const listener of others) listener(structuredClone(message))
        sent(null)
      })
    },
    listen(listener) {
      own.add(listener)
      return () => void own.delete(listener)
    },
  })
  relay.add(end(far, near))
  return end(near, far)
}

/** Collects the messages of a topic. */
function hear(bus: Bus, topic: string) {
  const heard: string[] = []
  const end = bus.subscribe(topic, {
    onMessage: (message) => void heard.push(message),
    onGap: () => void heard.push('<gap>'),
  })
  return { heard, end }
}

for (const [name, open] of Object.entries(pairs)) {
  suite(`a bus ${name}`, () => {
    test('a message is received at once here, and in order by the other processes, once', async () => {
      await using pair = await open()
      const [one, other] = pair.buses
      const [here, there] = [hear(one, 'keys'), hear(other, 'keys')]
      for (const message of ['a', 'b', '["ü", 😀]', 'c']) one.publish('keys', message)
      assert.deepEqual(here.heard, ['a', 'b', '["ü", 😀]', 'c'])
      await until(() => there.heard.length === 4)
      // A real wait: a second delivery would come meanwhile.
      await sleep(50)
      assert.deepEqual(there.heard, here.heard)
    })

    test('a listener of another topic, or an ended one, receives nothing', async () => {
      await using pair = await open()
      const [one, other] = pair.buses
      const [elsewhere, gone, last] = [hear(other, 'other'), hear(other, 'keys'), hear(other, 'keys')]
      gone.end()
      one.publish('keys', 'a')
      await until(() => last.heard.length === 1)
      assert.deepEqual([elsewhere.heard, gone.heard], [[], []])
    })

    test('a payload larger than one notification arrives whole, and one over the limit is refused', async () => {
      await using pair = await open()
      const [one, other] = pair.buses
      const there = hear(other, 'keys')
      const sent = Array.from({ length: 40 }, (_, place) => `${place} ${'x'.repeat(900)}`)
      for (const message of sent) one.publish('keys', message)
      await until(() => there.heard.length === sent.length)
      assert.deepEqual(there.heard, sent)
      assert.throws(() => one.publish('keys', '"'.repeat(2_000)), TypeError)
    })

    test('a message without possible listeners is not sent', async () => {
      await using pair = await open()
      const [one] = pair.buses
      const isAlone = name === 'in memory'
      assert.equal(one.isHeard('keys'), !isAlone)
      const { end } = hear(one, 'keys')
      assert.equal(one.isHeard('keys'), true)
      end()
      assert.equal(one.isHeard('keys'), !isAlone)
    })
  })
}

suite('a line that breaks', () => {
  test('by PostgreSQL: after a lost connection a listener is notified that everything may have changed, and receives again', async () => {
    const { url, adminUrl, stack } = await freshPostgres()
    await using _all = stack
    const open = async () => stack.use(await sharedBus((told) => postgresTransport({ url, log: silent }, told)))
    const [one, other] = [await open(), await open()]
    const [here, there] = [hear(one, 'keys'), hear(other, 'keys')]
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen host_bus%' and datname = current_database()`
    await queryPostgres(new URL(adminUrl), end)
    one.publish('keys', 'into the gap')
    await until(() => here.heard.includes('<gap>') && there.heard.includes('<gap>'))
    await until(() => {
      one.publish('keys', 'after it')
      return there.heard.includes('after it')
    })
    assert.equal(there.heard.at(-1), 'after it')
  })

  test('messages that can not be delivered are reported as one gap afterwards, however many they were', async () => {
    let isBroken = true
    let isRefused = false
    const carried: string[] = []
    let back: () => void = () => undefined
    await using bus = await sharedBus(async ({ onGap }) => {
      back = onGap
      return {
        async send(payloads) {
          if (isBroken) {
            isRefused = true
            throw new Error('broken')
          }
          carried.push(...payloads)
        },
        async close() {},
      }
    })
    for (let place = 0; place < 5_000; place += 1) bus.publish('keys', String(place))
    await until(() => isRefused)
    isBroken = false
    back()
    await until(() => carried.length > 0)
    assert.deepEqual(
      carried.map((text) => readPayload(text)?.messages),
      [null],
    )
  })
})

test('messages published during delivery are delivered before the bus ends', async () => {
  const carried: string[] = []
  const [sending, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const bus = await sharedBus(async () => ({
    async send(payloads) {
      sending.resolve()
      await sent.promise
      carried.push(...payloads)
    },
    async close() {},
  }))
  bus.publish('keys', 'a')
  await sending.promise
  bus.publish('keys', 'b')
  setImmediate(sent.resolve)
  await bus[Symbol.asyncDispose]()
  assert.deepEqual(
    carried.flatMap((text) => readPayload(text)?.messages ?? []),
    [
      ['keys', 'a'],
      ['keys', 'b'],
    ],
  )
})

suite('the parent', () => {
  /** A worker as the parent sees it, which reads its messages when the test says so. */
  function worker() {
    const listeners = new Set<(message: unknown) => void>()
    const sent: string[] = []
    const waiting: (() => void)[] = []
    const line: BusLine = {
      send(message, done) {
        sent.push((message as { hostBus: string }).hostBus)
        waiting.push(() => done(null))
      },
      listen(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    const say = (hostBus: string): void => listeners.forEach((listener) => listener({ hostBus }))
    const take = (): void => waiting.splice(0).forEach((done) => done())
    return { line, sent, say, take }
  }
  const saidBy = (texts: readonly string[]) => texts.map((text) => readPayload(text)?.messages)

  test('stores little for a worker that reads nothing, and reports the gap to it later', () => {
    const relay = new BusRelay()
    const [talker, sleeper] = [worker(), worker()]
    relay.add(talker.line)
    relay.add(sleeper.line)
    for (let place = 0; place < 10_000; place += 1) talker.say(`["s",[["keys","${place}"]]]`)
    assert.ok(sleeper.sent.length <= 100, `${sleeper.sent.length} are kept`)
    assert.ok(!saidBy(sleeper.sent).includes(null))
    sleeper.take()
    assert.equal(saidBy(sleeper.sent).at(-1), null)
    sleeper.take()
    talker.say('["s",[["keys","after"]]]')
    assert.deepEqual(saidBy(sleeper.sent).slice(-2), [null, [['keys', 'after']]])
  })

  test('reports a gap to the others when a worker ends, which may have lost messages', () => {
    const relay = new BusRelay()
    const [lost, left] = [worker(), worker()]
    relay.add(lost.line)
    relay.add(left.line)
    relay.remove(lost.line)
    relay.remove(lost.line)
    assert.deepEqual(saidBy(left.sent), [null])
    assert.deepEqual(lost.sent, [])
  })
})

test('a payload never exceeds a notification, and foreign payloads are ignored', () => {
  const messages = Array.from({ length: 300 }, (_, place) => ['t', '"'.repeat(place)] as const)
  const payloads = packPayloads('sender', messages)
  assert.ok(payloads.every((payload) => Buffer.byteLength(payload) < 8_000))
  assert.deepEqual(
    payloads.flatMap((payload) => readPayload(payload)?.messages ?? []),
    messages,
  )
  for (const text of ['', '{}', '[1,[]]', '["s",[["t"]]]', '["s",{}]', 'null']) {
    assert.equal(readPayload(text), undefined)
  }
})
