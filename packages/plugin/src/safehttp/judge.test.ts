import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import { judge } from './judge.ts'
import { fetch, newClient } from './send.ts'
import { reasonOf } from './testing/reason-of.ts'
import { watchSockets } from './testing/watch-sockets.ts'

const { signal } = new AbortController()

test('§5.8 a destination is judged as a request would judge it, and nothing is sent', async () => {
  await using lab = await startHostileLab()
  lab.names.set('public.example', ['93.184.215.14'])
  lab.names.set('inside.example', ['93.184.215.14', '10.0.0.1'])
  lab.names.set('opened.example', [lab.site.address])
  using sockets = watchSockets()
  assert.equal(await judge('https://public.example/hook', lab.outbound), 'public')
  assert.equal(await judge(lab.site.url('/', 'opened.example'), lab.outbound), 'opened')
  for (const [url, reason] of [
    ['https://inside.example/', 'destination_not_allowed'],
    ['https://10.0.0.1/', 'destination_not_allowed'],
    ['https://[::1]/', 'destination_not_allowed'],
    ['https://nowhere.example/', 'name_not_found'],
    ['ftp://public.example/', 'invalid_url'],
  ] as const) {
    assert.equal(await reasonOf(judge(url, lab.outbound)), reason, url)
  }
  assert.equal(sockets.opened, 0)
})

test('a client that follows no redirects answers with the redirect, and goes nowhere', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/start', hostile.redirect('/next', 307))
  lab.site.at('/next', hostile.text('hello'))
  const client = newClient(5_000, { outbound: lab.outbound, followsRedirects: false })
  const answer = await fetch(signal, client, url, { method: 'POST', body: '{}' })
  assert.deepEqual([answer.status, answer.ok, answer.text()], [307, false, ''])
  assert.deepEqual(
    lab.site.requests.map(({ path }) => path),
    ['/start'],
  )
})
