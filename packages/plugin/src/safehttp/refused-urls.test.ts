import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHostileLab, startListener } from '@host/testing/hostile-lab'
import { OutboundPolicy } from './outbound-policy.ts'
import { SafeHttpError } from './safe-http-error.ts'
import { get, newClient } from './send.ts'
import { refusedHosts } from './testing/refused-hosts.ts'
import { refusedIPv6Hosts } from './testing/refused-ipv6-hosts.ts'
import { refusedTexts } from './testing/refused-texts.ts'
import { watchSockets } from './testing/watch-sockets.ts'

const refusedUrls = { ...refusedHosts, ...refusedIPv6Hosts, ...refusedTexts }
const reasons = new Set(['invalid_url', 'destination_not_allowed'])
const { signal } = new AbortController()

test('there are more than 300 spellings, each once', () => {
  const all = Object.values(refusedUrls).flat()
  assert.ok(all.length > 300, String(all.length))
  assert.equal(new Set(all).size, all.length)
})

for (const [kind, urls] of Object.entries(refusedUrls)) {
  test(`§8.3 refused before a connection is tried: ${kind}`, async (t) => {
    await using lab = await startHostileLab()
    const listener = await startListener('0.0.0.0')
    t.after(() => listener.close())
    const client = newClient(5_000, { outbound: new OutboundPolicy({ nameServers: [lab.names.address] }) })
    using sockets = watchSockets()
    for (const url of urls.map((each) => each.replaceAll('PORT', String(listener.port)))) {
      const error: unknown = await get(signal, client, url, 'tests/1').catch((thrown: unknown) => thrown)
      assert.ok(error instanceof SafeHttpError && reasons.has(error.reason), `${url}: ${String(error)}`)
      assert.equal(sockets.opened, 0, url)
      assert.deepEqual(lab.names.questions, [], url)
      assert.equal(listener.connections, 0, url)
    }
  })
}

test('§8.3 a listener hears of a call that is let through, so its silence means something', async (t) => {
  const listener = await startListener('127.0.0.1')
  t.after(() => listener.close())
  using sockets = watchSockets()
  const client = newClient(5_000, { outbound: new OutboundPolicy({ allow: `127.0.0.1:${listener.port}` }) })
  await assert.rejects(get(signal, client, `http://127.0.0.1:${listener.port}/`, 'tests/1'), SafeHttpError)
  assert.equal(listener.connections, 1)
  assert.ok(sockets.opened >= 1)
})
