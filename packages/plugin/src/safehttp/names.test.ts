import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startHostileLab, hostile } from '@host/testing/hostile-lab'
import { OutboundPolicy } from './outbound-policy.ts'
import { hostOf } from './read-destination.ts'
import { get, newClient } from './send.ts'
import { reasonOf } from './testing/reason-of.ts'
import { refusedHosts } from './testing/refused-hosts.ts'
import { refusedIPv6Hosts } from './testing/refused-ipv6-hosts.ts'
import { watchSockets } from './testing/watch-sockets.ts'

const { signal } = new AbortController()
const publicAddress = '93.184.215.14'

test('§8.3 a name is refused when it answers with any refused address, of either family, alone or among others', async () => {
  await using lab = await startHostileLab()
  const policy = new OutboundPolicy({ nameServers: [lab.names.address] })
  const client = newClient(5_000, { outbound: policy })
  const urls = Object.values({ ...refusedHosts, ...refusedIPv6Hosts }).flat()
  const addresses = urls.flatMap((url) => URL.parse(url.replace('PORT', '80')) ?? []).map(hostOf)
  const refused = [...new Set(addresses)].filter((address) => isIP(address) !== 0)
  assert.ok(refused.length > 140, String(refused.length))
  using sockets = watchSockets()
  for (const address of refused) {
    lab.names.set('inside.example', [address])
    assert.equal(
      await reasonOf(get(signal, client, 'http://inside.example/', 't/1')),
      'destination_not_allowed',
      address,
    )
    lab.names.set('inside.example', [publicAddress, '2606:2800:21f:cb07::1', address])
    assert.equal(
      await reasonOf(get(signal, client, 'http://inside.example/', 't/1')),
      'destination_not_allowed',
      address,
    )
    assert.equal(sockets.opened, 0, address)
  }
})

test('§8.2 §8.3 a name that changes its address is judged at each connection, by its current answer', async () => {
  await using lab = await startHostileLab()
  lab.site.at('/', hostile.text('hello', { connection: 'close' }))
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address], [lab.site.address])
  const client = newClient(5_000, { outbound: lab.outbound })
  const url = lab.site.url('/', 'moving.example')
  assert.equal((await get(signal, client, url, 't/1')).text(), 'hello')
  assert.equal(await reasonOf(get(signal, client, url, 't/1')), 'destination_not_allowed')
  assert.equal((await get(signal, client, url, 't/1')).text(), 'hello')
  assert.equal(lab.listener.connections, 0)
})

test('§8.2 one look-up serves a connection: the judged addresses are the connected ones', async () => {
  await using lab = await startHostileLab()
  lab.site.at('/', hostile.text('hello'))
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
  const client = newClient(5_000, { outbound: lab.outbound })
  await get(signal, client, lab.site.url('/', 'moving.example'), 't/1')
  assert.deepEqual(lab.names.questions, ['moving.example', 'moving.example'], 'one question for each family')
  assert.equal(lab.listener.connections, 0)
})

test('a kept connection serves the next request, wherever the name points by then', async () => {
  await using lab = await startHostileLab()
  lab.site.at('/', hostile.text('hello'))
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
  const client = newClient(5_000, { outbound: lab.outbound })
  for (let request = 0; request < 3; request += 1) {
    assert.equal((await get(signal, client, lab.site.url('/', 'moving.example'), 't/1')).text(), 'hello')
    // A connection is free again in the turn of the event loop after its answer.
    await setImmediate()
  }
  assert.deepEqual([lab.site.connections, lab.listener.connections], [1, 0])
})

test('a connection that a relaxed client keeps open never serves a strict one', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/', hostile.text('hello'))
  lab.names.set('inside.example', [lab.site.address])
  const relaxed = newClient(5_000, { outbound: lab.outbound })
  const strict = newClient(5_000, { outbound: new OutboundPolicy({ nameServers: [lab.names.address] }) })
  for (const target of [url, lab.site.url('/', 'inside.example')]) {
    assert.equal((await get(signal, relaxed, target, 't/1')).status, 200)
    assert.equal(await reasonOf(get(signal, strict, target, 't/1')), 'destination_not_allowed')
  }
  assert.equal(lab.site.requests.length, 2)
})

test('a name that the public DNS has no say in needs an address that the operator opened', async () => {
  await using lab = await startHostileLab()
  lab.site.at('/', hostile.text('hello'))
  const client = newClient(5_000, { outbound: lab.outbound })
  using sockets = watchSockets()
  for (const name of ['printer.local', 'localhost', 'metadata.google.internal', 'a.localhost']) {
    lab.names.set(name, [publicAddress])
    assert.equal(await reasonOf(get(signal, client, `http://${name}/`, 't/1')), 'destination_not_allowed', name)
    lab.names.set(name, [publicAddress, lab.site.address])
    assert.equal(await reasonOf(get(signal, client, lab.site.url('/', name), 't/1')), 'destination_not_allowed', name)
  }
  assert.equal(sockets.opened, 0)
  lab.names.set('printer.local', [lab.site.address])
  assert.equal((await get(signal, client, lab.site.url('/', 'printer.local'), 't/1')).text(), 'hello')
})

test('a name without an address, and one whose server fails, differ from a refused one', async () => {
  await using lab = await startHostileLab()
  lab.names.set('empty.example', [])
  lab.names.set('failing.example', 'failure')
  const client = newClient(8_000, { outbound: lab.outbound })
  for (const name of [
    'unknown.example',
    'empty.example',
    'failing.example',
    'a..example',
    `${'a'.repeat(64)}.example`,
  ]) {
    assert.equal(await reasonOf(get(signal, client, `http://${name}/`, 't/1')), 'name_not_found', name)
  }
})

test('a name server that says nothing costs no more than the time-out', async () => {
  await using lab = await startHostileLab()
  lab.names.set('silent.example', 'silence')
  const client = newClient(300, { outbound: lab.outbound })
  assert.equal(await reasonOf(get(signal, client, 'http://silent.example/', 't/1')), 'timeout')
  assert.ok(lab.names.questions.includes('silent.example'))
})

test('the hosts file and the search list have no say', async () => {
  await using lab = await startHostileLab()
  const client = newClient(5_000, { outbound: lab.outbound })
  await reasonOf(get(signal, client, 'http://ip6-loopback/', 't/1'))
  assert.deepEqual([...new Set(lab.names.questions)], ['ip6-loopback'])
})
