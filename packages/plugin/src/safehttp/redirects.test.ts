import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import { OutboundPolicy } from './outbound-policy.ts'
import { fetch, get, newClient } from './send.ts'
import { reasonOf } from './testing/reason-of.ts'
import { watchSockets } from './testing/watch-sockets.ts'

const { signal } = new AbortController()
const secrets = {
  authorization: 'Bearer secret',
  cookie: 'session=secret',
  'proxy-authorization': 'Basic secret',
  'x-api-key': 'secret',
  'x-acme-signature': 'secret',
}

test('§8.3 a redirect that leads inside is refused like a first request, however it is written', async () => {
  await using lab = await startHostileLab()
  const { port } = lab.listener
  for (const name of ['inside.example', 'localhost']) lab.names.set(name, [lab.listener.address])
  const client = newClient(5_000, { outbound: lab.outbound })
  const inside = lab.listener.address.includes(':') ? `[${lab.listener.address}]` : lab.listener.address
  const locations: readonly (readonly [location: string, reason: string])[] = [
    [`http://${inside}:${port}/`, 'destination_not_allowed'],
    [`//${inside}:${port}/`, 'destination_not_allowed'],
    [`http://inside.example:${port}/`, 'destination_not_allowed'],
    [`http://[::ffff:127.0.0.2]:${port}/`, 'destination_not_allowed'],
    [`http://0x7f.2:${port}/`, 'destination_not_allowed'],
    ['http://169.254.169.254/latest/meta-data/', 'destination_not_allowed'],
    ['http://localhost/', 'destination_not_allowed'],
    ['https://10.0.0.1/', 'destination_not_allowed'],
    [`http://user@${lab.site.address}:${lab.site.port}/`, 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['data:text/plain,x', 'invalid_url'],
    [`\\\\${inside}:${port}\\`, 'invalid_url'],
    [`/\\${inside}:${port}/`, 'invalid_url'],
    ['http:///', 'invalid_url'],
    ['http://example.com:25/', 'invalid_url'],
    [`http://${'a'.repeat(9000)}.example/`, 'invalid_url'],
  ]
  for (const [location, reason] of locations) {
    const url = lab.site.at('/start', hostile.redirect(location))
    assert.equal(await reasonOf(get(signal, client, url, 't/1')), reason, location)
  }
  assert.equal(lab.listener.connections, 0)
})

test('§8.3 a chain that leads inside at its end is refused there', async () => {
  await using lab = await startHostileLab()
  lab.names.set('inside.example', [lab.listener.address])
  lab.site.at('/2', hostile.redirect(`http://inside.example:${lab.listener.port}/`, 307))
  lab.site.at('/1', hostile.redirect('/2', 308))
  const url = lab.site.at('/start', hostile.redirect('1', 303))
  const client = newClient(5_000, { outbound: lab.outbound })
  assert.equal(await reasonOf(get(signal, client, url, 't/1')), 'destination_not_allowed')
  assert.deepEqual(
    lab.site.requests.map(({ path }) => path),
    ['/start', '/1', '/2'],
  )
  assert.equal(lab.listener.connections, 0)
})

test('five redirects are followed and a sixth is not', async () => {
  await using lab = await startHostileLab()
  for (let step = 1; step <= 6; step += 1) lab.site.at(`/${step}`, hostile.redirect(`/${step - 1}`))
  lab.site.at('/0', hostile.text('arrived'))
  const client = newClient(5_000, { outbound: lab.outbound })
  const answer = await get(signal, client, lab.site.url('/5'), 't/1')
  assert.deepEqual([answer.text(), answer.url], ['arrived', lab.site.url('/0')])
  assert.equal(await reasonOf(get(signal, client, lab.site.url('/6'), 't/1')), 'too_many_redirects')
  lab.site.at('/round', hostile.redirect('/round'))
  assert.equal(await reasonOf(get(signal, client, lab.site.url('/round'), 't/1')), 'too_many_redirects')
})

test('secrets stay with the origin they were meant for, and do not come back on the way home', async () => {
  await using lab = await startHostileLab()
  lab.names.set('other.example', [lab.site.address])
  lab.site.at('/home', hostile.text('home'))
  lab.site.at('/other', hostile.redirect(lab.site.url('/home')))
  lab.site.at('/same', hostile.redirect(lab.site.url('/other', 'other.example')))
  const url = lab.site.at('/start', hostile.redirect('/same'))
  const client = newClient(5_000, { outbound: lab.outbound })
  const headers = {
    ...secrets,
    accept: 'text/html',
    'user-agent': 't/1',
    referer: 'http://inside.example/?token=secret',
  }
  assert.equal((await fetch(signal, client, url, { headers })).text(), 'home')
  const carried = lab.site.requests.map((request) => Object.keys(secrets).filter((name) => name in request.headers))
  const own = ['authorization', 'cookie', 'x-api-key', 'x-acme-signature']
  assert.deepEqual(carried, [own, own, [], []])
  for (const request of lab.site.requests) {
    assert.deepEqual([request.headers['user-agent'], request.headers.accept], ['t/1', 'text/html'])
    assert.equal(request.headers.referer, undefined)
  }
})

test('another port is another origin', async () => {
  await using lab = await startHostileLab()
  await using other = await startHostileLab()
  other.site.at('/', hostile.text('other'))
  const url = lab.site.at('/', hostile.redirect(other.site.url('/')))
  const allow = [lab, other].map(({ site }) => `${site.address}:${site.port}`).join()
  const client = newClient(5_000, { outbound: new OutboundPolicy({ allow }) })
  await fetch(signal, client, url, { headers: secrets })
  assert.equal(other.site.requests[0]?.headers.authorization, undefined)
})

test('a body stays within its origin, becomes a GET where the standard says so, and never reaches another origin', async () => {
  await using lab = await startHostileLab()
  lab.names.set('other.example', [lab.site.address])
  lab.site.at('/end', hostile.text('end'))
  const client = newClient(5_000, { outbound: lab.outbound })
  const send = (location: string, status: number, method: 'POST' | 'PUT' = 'POST') => {
    const url = lab.site.at('/start', hostile.redirect(location, status))
    return fetch(signal, client, url, { method, body: 'secret', headers: { 'content-type': 'text/plain' } })
  }
  const last = (): readonly unknown[] => {
    const { method, body, headers } = lab.site.requests.at(-1) ?? {}
    return [method, body, headers?.['content-type']]
  }
  for (const status of [307, 308]) {
    await send('/end', status)
    assert.deepEqual(last(), ['POST', 'secret', 'text/plain'])
    assert.equal(await reasonOf(send(lab.site.url('/end', 'other.example'), status)), 'redirect_not_allowed')
  }
  for (const status of [301, 302, 303]) {
    await send(lab.site.url('/end', 'other.example'), status)
    assert.deepEqual(last(), ['GET', '', undefined])
  }
  await send('/end', 302, 'PUT')
  assert.deepEqual(last(), ['PUT', 'secret', 'text/plain'])
  assert.equal(await reasonOf(send(lab.site.url('/end', 'other.example'), 302, 'PUT')), 'redirect_not_allowed')
})

test('the body of a redirect is never read', async () => {
  await using lab = await startHostileLab()
  lab.site.at('/end', hostile.text('end'))
  const url = lab.site.at('/start', (_request, response) => {
    response.writeHead(302, { location: '/end', 'content-length': String(2 ** 40) }).flushHeaders()
  })
  using sockets = watchSockets()
  const answer = await get(signal, newClient(5_000, { outbound: lab.outbound }), url, 't/1')
  assert.equal(answer.text(), 'end')
  assert.equal(sockets.opened, 2, 'the first connection is not used again')
})
