import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { isAlive, Product } from './testing/product.ts'

const typed = ['--workers', '2']
/** How many workers are killed, one after the other. */
const kills = process.env['HOST_SOAK'] === '1' ? 100 : 2

test('two workers serve, log the start once, and finish running requests when they are stopped', async (t) => {
  const product = await Product.start(t, { typed })
  const workers = await product.workers(2)
  assert.ok(!workers.includes(product.pid))
  assert.equal(product.output.match(/\[plugin\] registered rude$/gm)?.length, 1)
  assert.equal(product.lines().filter(({ msg }) => msg.startsWith('Open this link')).length, 1)
  assert.equal(product.lines().filter(({ msg }) => msg === 'Listening').length, 1)
  const answer = product.ask('/api/x/rude/slow')
  await product.ask('/api/x/rude/pid')
  product.kill('SIGTERM')
  assert.deepEqual(await answer, { status: 200, body: { waited: true } })
  assert.equal(await product.exited, 0)
  assert.equal(product.lines().filter(({ msg }) => msg === 'Stopped').length, 2, 'no worker was cut')
})

test('no worker outlives a parent that is killed, and the next host has the database at once', async (t) => {
  await using fresh = await testDatabases[0]?.create()
  const env = { HOST_DATABASE_URL: fresh?.url ?? '' }
  const product = await Product.start(t, { typed, env })
  const workers = await product.workers(2)
  product.kill('SIGKILL')
  const next = await Product.start(t, { env })
  await next.logged('Listening')
  assert.deepEqual(workers.filter(isAlive), [])
})

for (const { dialect, create } of testDatabases) {
  test(`${dialect}: workers that are killed are started again, and lose nothing they acknowledged`, async (t) => {
    await using fresh = await create()
    const product = await Product.start(t, { typed, env: { HOST_DATABASE_URL: fresh.url } })
    const kept: string[] = []
    const over = new AbortController()
    const write = async (writer: string): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const { status } = await product.ask('/api/x/rude/notes', `${writer}${n}`)
        if (status === 201) kept.push(`${writer}${n}`)
        else assert.equal(status, 0, 'a request is stored or cut')
      }
    }
    let workers = await product.workers(2)
    const writers = ['a', 'b', 'c', 'd'].map(write)
    for (let round = 0; round < kills; round += 1) {
      const [victim = 0] = workers
      await product.until('more writes', () => (kept.length > 50 * (round + 1) ? true : undefined))
      process.kill(victim, 'SIGKILL')
      workers = [...workers.slice(1), ...(await product.workers(1, workers))]
    }
    over.abort()
    await Promise.all(writers)
    const { body } = await product.ask('/api/x/rude/notes')
    const stored = body as readonly string[]
    assert.equal(new Set(stored).size, stored.length, 'nothing is stored twice')
    assert.deepEqual(
      kept.filter((note) => !stored.includes(note)),
      [],
    )
  })
}

for (const { dialect, create } of testDatabases) {
  test(`${dialect}: a change on one worker reaches the others, and one that was restarted`, async (t) => {
    await using fresh = await create()
    const person = { HOST_ADMIN_EMAIL: 'rude@host.test', HOST_ADMIN_PASSWORD: 'tea-houses by the sea' }
    const product = await Product.start(t, { typed, env: { HOST_DATABASE_URL: fresh.url, ...person } })
    const workers = await product.workers(2)
    const url = String((await product.logged('Listening'))['url'])
    const { cookie } = (await product.ask('/api/x/rude/sign-in')).body as { readonly cookie: string }
    const headers = { cookie: cookie.split(';', 1)[0] ?? '' }
    /** Follows on some worker, and waits until a message of another one arrives there. */
    const hear = async (): Promise<number> => {
      const leaving = new AbortController()
      const stream = await fetch(new URL('/api/x/rude/follow', url), { headers, signal: leaving.signal })
      const texts = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      const { pid } = JSON.parse((await texts.read()).value?.slice(6) ?? '') as { readonly pid: number }
      const others = await product.until('a change elsewhere', async () => {
        const { body } = await product.ask('/api/x/rude/change', undefined, headers)
        const changed = body as { readonly pid: number }
        return changed.pid === pid ? undefined : changed.pid
      })
      let text = ''
      while (!text.includes(`/api/x/rude/${others}`)) text += (await texts.read()).value
      leaving.abort()
      return pid
    }
    const pid = await hear()
    process.kill(pid, 'SIGKILL')
    await product.workers(1, workers)
    await hear()
    await hear()
  })
}

test('a plugin that blocks its worker is named with its request and its place, and only that worker is replaced', async (t) => {
  const product = await Product.start(t, { typed, isFromSource: true })
  const workers = await product.workers(2)
  const cut = product.ask('/api/x/rude/spin?seconds=600')
  const named = await product.logged('Plugin "rude" blocks the event loop')
  assert.match(String(named['requestId']), /^[\w-]{8,}$/)
  assert.match((named['err'] as { readonly stack: string }).stack, /at spinFor \(.*rude-product\.ts:\d+/)
  assert.ok((await product.answering()) !== undefined, 'the other worker answers')
  await product.logged('Exiting: Plugin "rude"')
  assert.equal((await cut).status, 0)
  const [replaced] = await product.workers(1, workers)
  assert.ok(replaced !== undefined)
  assert.equal(workers.filter(isAlive).length, 1)
})

test('a plugin that blocks outside JavaScript is ended too, and its last call is named', async (t) => {
  const product = await Product.start(t, { typed })
  const workers = await product.workers(2)
  void product.ask('/api/x/rude/wait')
  assert.equal((await product.logged('Exiting: Something'))['lastEntered'], 'rude')
  await product.workers(1, workers)
})

test('a plugin that ends its worker is named, and the worker is replaced', async (t) => {
  const product = await Product.start(t, { typed, isFromSource: true })
  const workers = await product.workers(2)
  assert.equal((await product.ask('/api/x/rude/exit')).status, 0)
  const fault = await product.logged('Fault in "rude" (exit)')
  assert.match((fault['err'] as { readonly stack: string }).stack, /rude-product\.ts:\d+/)
  await product.workers(1, workers)
})

test('a start that is refused is refused once', async (t) => {
  const product = await Product.start(t, { typed, env: { HOST_LISTEN: '192.0.2.1:80' } })
  assert.equal(await product.exited, 1)
  assert.equal(product.output.match(/can't listen on "192\.0\.2\.1:80"/g)?.length, 1)
})

test('a second host on the same SQLite file is refused, with workers or without', async (t) => {
  await using fresh = await testDatabases[0]?.create()
  const env = { HOST_DATABASE_URL: fresh?.url ?? '' }
  const product = await Product.start(t, { typed, env })
  await product.workers(2)
  for (const second of [[], typed]) {
    const refused = await Product.start(t, { typed: second, env })
    assert.equal(await refused.exited, 1)
    assert.match(refused.output, /Another host is using .*: stop it/)
  }
})

test('a first worker that ends before it listens ends the start', async (t) => {
  const product = await Product.start(t, { typed, env: { RUDE_START: 'exit' } })
  assert.equal(await product.exited, 1)
  assert.match(product.output, /The first worker exited \(3\) before it was ready\./)
})

test('in a process alone a plugin that blocks is named while it does, and counted when it is over', async (t) => {
  const product = await Product.start(t)
  const answer = product.ask('/api/x/rude/spin?seconds=6')
  await product.logged('Plugin "rude" blocks the event loop')
  assert.equal((await answer).status, 200)
  const fault = await product.logged('Fault in "rude" (stall)')
  assert.match((fault['err'] as { readonly message: string }).message, /^It blocked the event loop for \d+ ms\.$/)
  product.kill('SIGTERM')
  assert.equal(await product.exited, 0)
})

test('a single process ends itself on a stall when configured to, for its supervisor to restart it', async (t) => {
  const product = await Product.start(t, { env: { HOST_EXIT_ON_STALL: '2' } })
  void product.ask('/api/x/rude/spin?seconds=600')
  await product.logged('Exiting: Plugin "rude"')
  assert.equal(await product.exited, null)
})

test('a plugin that ends a process alone makes it fail', async (t) => {
  const product = await Product.start(t)
  void product.ask('/api/x/rude/exit')
  assert.equal(await product.exited, 1)
})
