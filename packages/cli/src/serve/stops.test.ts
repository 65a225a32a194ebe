import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Product } from './testing/product.ts'
import { askOn, startClients, type ClientKind } from './testing/stop-clients.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
/** How often each kind of stop is made, and for how long a proxy would still send connections. */
const stops = isSoak ? 20 : 2
const delay = isSoak ? '2' : '0.2'
const answersBefore = 100
const two = ['--workers', '2']

interface Stop {
  readonly name: string
  readonly kind: ClientKind
  readonly typed: readonly string[]
  /** `HOST_STOP_DELAY` */
  readonly wait: string
}

const kinds: readonly Stop[] = [
  { name: 'one process, 8 keep-alive clients', kind: 'keep-alive', typed: [], wait: '0' },
  { name: 'two workers, 8 keep-alive clients', kind: 'keep-alive', typed: two, wait: '0' },
  { name: 'one process, 8 clients with a connection each', kind: 'a connection each', typed: [], wait: delay },
  { name: 'two workers, 8 clients with a connection each', kind: 'a connection each', typed: two, wait: delay },
]

for (const { name, kind, typed, wait } of kinds) {
  test(`§7.19 §7.20 a stop resets no connection: ${name}`, async (t) => {
    for (let stop = 0; stop < stops; stop += 1) {
      const product = await Product.start(t, { typed, env: { HOST_STOP_DELAY: wait } })
      const load = startClients(kind, String((await product.logged('Listening'))['url']), 8)
      await product.until('answers', () => (load.answers() >= answersBefore ? true : undefined))
      product.kill('SIGTERM')
      const seen = await load.over
      assert.deepEqual(seen.broken, [])
      assert.equal(seen.unannounced, 0, 'the last answer of each connection said that it ends')
      assert.ok(seen.sawNotReady, 'readiness turned while it still served')
      assert.equal(await product.exited, 0)
    }
  })
}

test('§7.21 workers that are all ready share 64 keep-alive clients from the first request', async (t) => {
  const product = await Product.start(t, { typed: two, env: { HOST_HEADERS_TIMEOUT: '1' } })
  const { url } = await product.logged('Listening')
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => askOn(agent, new URL('/api/x/rude/pid', String(url)))),
  )
  const pids = answers.map((answer) => (typeof answer === 'string' ? answer : answer.text))
  const [first = 0, second = 0, ...others] = [...new Set(pids)].map((pid) => pids.filter((each) => each === pid).length)
  assert.deepEqual([first + second, others], [64, []])
  assert.ok(Math.abs(first - second) <= 12, `${first} and ${second}`)
  assert.match(await exchange(Number(new URL(String(url)).port), 'GET / HT'), /^HTTP\/1\.1 408 /)
})

/** Sends bytes, and gives all that comes until the other side closes. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}
