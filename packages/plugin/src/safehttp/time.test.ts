import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import { get, newClient } from './send.ts'
import { reasonOf } from './testing/reason-of.ts'

const { signal } = new AbortController()

test('§8.1 a client is made with a time-out, and neither silence nor a trickle outlasts it', async () => {
  await using lab = await startHostileLab()
  const client = newClient(200, { outbound: lab.outbound })
  for (const answer of [hostile.silence(), hostile.trickle(20), hostile.claim(10)]) {
    assert.equal(await reasonOf(get(signal, client, lab.site.at('/slow', answer), 't/1')), 'timeout')
  }
})

test('one time-out covers a whole chain of redirects', async () => {
  await using lab = await startHostileLab()
  for (let step = 1; step <= 5; step += 1) {
    lab.site.at(`/${step}`, (request, response) => {
      void wait(150).then(() => hostile.redirect(`/${step - 1}`)(request, response))
    })
  }
  const client = newClient(400, { outbound: lab.outbound })
  assert.equal(await reasonOf(get(signal, client, lab.site.url('/5'), 't/1')), 'timeout')
  assert.ok(lab.site.requests.length < 5)
})

test('§8.1 the signal ends a request at any point, with its own reason', async () => {
  await using lab = await startHostileLab()
  lab.names.set('silent.example', 'silence')
  const client = newClient(5_000, { outbound: lab.outbound })
  const urls = [
    lab.site.at('/silence', hostile.silence()),
    lab.site.at('/trickle', hostile.trickle(10)),
    'http://silent.example/',
  ]
  for (const url of urls) {
    const controller = new AbortController()
    const reason = new Error('The reader left.')
    const request = get(controller.signal, client, url, 't/1')
    setTimeout(() => controller.abort(reason), 50)
    await assert.rejects(request, reason)
  }
  const before = lab.site.requests.length
  await assert.rejects(get(AbortSignal.abort(), client, urls[0] ?? '', 't/1'), { name: 'AbortError' })
  assert.equal(lab.site.requests.length, before)
})

test('a hundred requests under one signal are not leak, and leave no listener behind', async (t) => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/', hostile.text('hello'))
  const warnings = collectWarnings(t)
  const { signal: shared } = new AbortController()
  const client = newClient(5_000, { outbound: lab.outbound })
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(shared, client, url, 't/1')))
  assert.ok(answers.every(({ status }) => status === 200))
  await wait(1)
  assert.deepEqual(warnings, [])
})

test('a time-out is a whole number of milliseconds, and a largest body one of bytes', () => {
  for (const timeout of [0, -1, 1.5, NaN, Infinity, 600_001]) assert.throws(() => newClient(timeout), RangeError)
  for (const maxBytes of [0, -1, 0.5, NaN]) assert.throws(() => newClient(1, { maxBytes }), RangeError)
})

function collectWarnings(t: TestContext): string[] {
  const warnings: string[] = []
  const listener = (warning: Error): void => void warnings.push(warning.message)
  process.on('warning', listener)
  t.after(() => process.off('warning', listener))
  return warnings
}
