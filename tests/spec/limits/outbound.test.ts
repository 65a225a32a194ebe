import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '@host/host'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import { reader } from '../fixtures/reader.ts'
import { startSpecHost } from '../lab/spec-host.ts'
import type { Answer, Visitor } from '../lab/visitor.ts'

interface Page {
  readonly text?: string
  readonly code?: string
}

const read = (visitor: Visitor, url: string): Promise<Answer<Page>> =>
  visitor.get<Page>(`/api/x/reader/page?url=${encodeURIComponent(url)}`)

test('§8.1 a client is made with a time-out, and get takes a signal, the client, a URL and a user agent', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  const page = await read(cleo, lab.site.at('/page', hostile.text('a page')))
  assert.deepEqual([page.status, page.body.text], [200, 'a page'])
  assert.equal(lab.site.requests[0]?.headers['user-agent'], 'reader/1.0')
  const slow = await read(cleo, lab.site.at('/slow', hostile.trickle(50)))
  assert.deepEqual([slow.status, slow.body.code], [504, 'timeout'])
})

test('§8.2 §8.3 a name that changes its address between check and use is refused, and no internal server is called', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  lab.site.at('/', hostile.text('outside', { connection: 'close' }))
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
  const url = lab.site.url('/', 'moving.example')
  assert.equal((await read(cleo, url)).body.text, 'outside')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, body } = await read(cleo, url)
    assert.deepEqual([status, body.code], [400, 'destination_not_allowed'])
  }
  lab.names.set('both.example', [lab.site.address, lab.listener.address])
  assert.equal((await read(cleo, lab.site.url('/', 'both.example'))).status, 400)
  assert.equal(lab.listener.connections, 0)
})

test('§8.3 a redirect that leads inside is refused', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  lab.names.set('inside.example', [lab.listener.address])
  const inside = [
    `http://inside.example:${lab.listener.port}/`,
    `http://127.0.0.1:${lab.site.port + 1}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]
  for (const location of inside) {
    const { status, body } = await read(cleo, lab.site.at('/start', hostile.redirect(location)))
    assert.deepEqual([status, body.code], [400, 'destination_not_allowed'], location)
  }
  assert.equal(lab.listener.connections, 0)
})

const closed: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ['loopback', '127.0.0.1', '127.255.255.254', '[::1]', '127.1', '0x7f000001', '[::ffff:127.0.0.1]'],
  ['the metadata address', '169.254.169.254', '0xa9fea9fe', '[::ffff:169.254.169.254]'],
  ['10.0.0.0/8', '10.0.0.0', '10.0.0.1', '10.255.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.16.0.1', '172.31.255.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.0.1', '192.168.255.255'],
]

test('§8.3 loopback, the metadata address and private networks are refused, as addresses and as resolved names', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  for (const [what, ...addresses] of closed) {
    for (const address of addresses) {
      const { status, body } = await read(cleo, `http://${address}:${lab.listener.port + 1}/`)
      assert.deepEqual([status, body.code], [400, 'destination_not_allowed'], `${what}: ${address}`)
      const answer = new URL(`http://${address}/`).hostname.replace(/^\[|\]$/g, '')
      lab.names.set('inside.example', [answer])
      assert.equal((await read(cleo, 'http://inside.example/')).status, 400, `${what}: a name with ${answer}`)
    }
  }
})

test('§8.3 a refusal reveals neither address nor reason to a member, in either language', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  lab.names.set('inside.example', [lab.listener.address])
  const path = `/api/x/reader/page?url=${encodeURIComponent(`http://inside.example:${lab.listener.port}/`)}`
  for (const language of ['en', 'zh']) {
    const { body } = await cleo.get(path, { 'accept-language': language })
    assert.match(JSON.stringify(body), language === 'en' ? /not allowed/ : /不允许/)
    assert.doesNotMatch(JSON.stringify(body), /127\.0\.0\.|::1|loopback/i)
  }
})

test('a destination that one operator allows is allowed at their host only, two of them in one process', async () => {
  await using lab = await startHostileLab()
  const url = lab.site.at('/page', hostile.text('inside'))
  const environment = { HOST_SAFEHTTP_ALLOW: `10.0.0.0/8, ${lab.site.address}:${lab.site.port}` }
  await using open = await startSpecHost({ plugins: [reader], environment })
  await using strict = await startSpecHost({ plugins: [reader] })
  const [atOpen, atStrict] = [await open.people(), await strict.people()]
  assert.equal((await read(atOpen.cleo, url)).body.text, 'inside')
  assert.equal((await read(atStrict.cleo, url)).status, 400)
  assert.equal((await read(atOpen.cleo, `http://${lab.site.address}:${lab.site.port + 1}/`)).status, 400)
})

test('an invalid list ends the start with the entry and valid values', () => {
  assert.throws(
    () => readConfig({ HOST_SAFEHTTP_ALLOW: '10.0.0.5, vault.internal' }),
    (error) =>
      error instanceof Error &&
      /HOST_SAFEHTTP_ALLOW: "vault\.internal" is not a destination; write one such as/.test(error.message),
  )
})
