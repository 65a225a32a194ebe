import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import type { MessageParts, MessageRecord } from '../message/message.ts'
import { startScriptedServer, type ScriptedServer } from '../testing/hostile-server.ts'
import { askAuthority } from './ask-authority.ts'
import { AuthorityError } from './authority-error.ts'
import { findAuthority, type AuthorityOptions } from './find-authority.ts'

const ns = (name: string, data: string): MessageRecord => ({ name, type: 'NS', ttl: 60, data })
const a = (name: string, data: string): MessageRecord => ({ name, type: 'A', ttl: 60, data })
const soa = (name: string): MessageRecord => ({ name, type: 'SOA', ttl: 60, data: `ns.${name} m.${name} 1 2 3 4 5` })
const answer = (...answers: MessageRecord[]): MessageParts => ({ isAuthoritative: true, answers })
const nodata = (zone: string): MessageParts => ({ isAuthoritative: true, authorities: [soa(zone)] })
const refer = (authorities: MessageRecord[], additionals: MessageRecord[] = []): MessageParts => ({
  authorities,
  additionals,
})

type Zones = Readonly<Record<string, (name: string, type: string) => MessageParts | undefined>>

/** Servers on addresses of the loopback network, all on one port. */
async function startZones(
  t: TestContext,
  zones: Zones,
): Promise<{ port: number; servers: Record<string, ScriptedServer> }> {
  const servers: Record<string, ScriptedServer> = {}
  let port = 0
  for (const [address, script] of Object.entries(zones)) {
    const udp = (query: Buffer, send: (packet: Uint8Array) => void): void => {
      const { id, questions } = decodeMessage(query)
      const parts = script(questions[0]?.name.toLowerCase() ?? '', questions[0]?.type ?? '')
      if (parts !== undefined) send(encodeMessage({ id, isResponse: true, questions, ...parts }))
    }
    servers[address] = await startScriptedServer(t, { udp }, { address, port })
    port = servers[address].port
  }
  return { port, servers }
}

const root = '127.0.1.1'
const options = (port: number, more: Partial<AuthorityOptions> = {}): AuthorityOptions => ({
  start: { roots: [root] },
  port,
  isAllowedAddress: (address) => address.startsWith('127.0.1.'),
  ...more,
})

const code = async (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'none',
    (error: unknown) => (error instanceof DnsError ? error.code : String(error)),
  )

/** The root delegates com, com delegates example.com with glue and a server elsewhere. */
const internet: Zones = {
  [root]: (name) =>
    name.endsWith('net.')
      ? refer([ns('net.', 'ns.net.')], [a('ns.net.', '127.0.1.3')])
      : refer([ns('com.', 'ns.com.')], [a('ns.com.', '127.0.1.2')]),
  '127.0.1.2': () =>
    refer(
      [ns('example.com.', 'ns1.example.com.'), ns('example.com.', 'ns2.other.net.')],
      [a('ns1.example.com.', '127.0.1.4'), a('ns2.other.net.', '127.0.1.66')],
    ),
  '127.0.1.3': (name, type) =>
    name === 'ns2.other.net.' && type === 'A' ? answer(a(name, '127.0.1.5')) : nodata('net.'),
  '127.0.1.4': (name, type) =>
    type === 'A' ? answer(a(name, '192.0.2.1')) : name === 'example.com.' ? answer(soa(name)) : nodata('example.com.'),
  '127.0.1.5': (name, type) => (type === 'A' ? answer(a(name, '192.0.2.2')) : nodata('example.com.')),
}

test('a walk from the root ends at the servers that the parent delegates to', async (t) => {
  const { port, servers } = await startZones(t, internet)
  for (const name of ['www.example.com.', 'example.com', 'a.b.c.example.com.']) {
    const authority = await findAuthority(name, options(port))
    assert.deepEqual(authority, {
      zone: 'example.com.',
      parent: 'com.',
      servers: [
        { host: 'ns1.example.com.', addresses: ['127.0.1.4'] },
        { host: 'ns2.other.net.', addresses: ['127.0.1.5'] },
      ],
    })
  }
  const authority = await findAuthority('www.example.com.', options(port))
  const question = { name: 'www.example.com.', type: 'A' }
  const answers = await askAuthority(authority, { ...options(port), question })
  assert.deepEqual(
    answers.map(({ message }) => message?.answers[0]?.data),
    ['192.0.2.1', '192.0.2.2'],
  )
  assert.ok((servers['127.0.1.4']?.seen.udp ?? 0) > 0)
})

test('each server of a zone has its own answer or error', async (t) => {
  const { port } = await startZones(t, { ...internet, '127.0.1.5': () => undefined })
  const authority = await findAuthority('example.com.', options(port))
  const question = { name: 'www.example.com.', type: 'A' }
  const servers = [...authority.servers, { host: 'ns3.', addresses: [] }, { host: 'ns4.', addresses: ['192.0.2.53'] }]
  const answers = await askAuthority({ ...authority, servers }, { ...options(port), question, timeout: 500 })
  assert.deepEqual(
    answers.map(({ message, error }) => message?.answers[0]?.data ?? error?.code),
    ['192.0.2.1', 'timeout', 'no_authority', 'address_denied'],
  )
})

test('a zone on the servers of its parent is found, and a server that refuses is passed over', async (t) => {
  const { port } = await startZones(t, {
    [root]: () =>
      refer([ns('com.', 'a.com.'), ns('com.', 'b.com.')], [a('a.com.', '127.0.1.2'), a('b.com.', '127.0.1.3')]),
    '127.0.1.2': () => ({ rcode: 5 }),
    '127.0.1.3': (name, type) =>
      type === 'NS'
        ? { ...answer(ns(name, 'b.com.')), additionals: [a('b.com.', '127.0.1.3')] }
        : nodata('sub.example.com.'),
  })
  const { zone, parent, servers } = await findAuthority('www.sub.example.com.', options(port))
  assert.deepEqual([zone, parent, servers.length], ['sub.example.com.', 'com.', 1])
})

test('a walk from resolvers asks the servers of the parent for the delegation', async (t) => {
  const resolver = '127.0.1.9'
  const { port, servers } = await startZones(t, {
    ...internet,
    [resolver](name, type) {
      if (type === 'NS' && name === 'example.com.') return answer(ns(name, 'stale.example.com.'))
      if (type === 'NS' && name === 'com.') return answer(ns(name, 'ns.com.'))
      if (type === 'A' && name === 'ns.com.') return answer(a(name, '127.0.1.2'))
      if (type === 'A' && name === 'ns2.other.net.') return answer(a(name, '127.0.1.5'))
      return nodata('com.')
    },
  })
  const found = await findAuthority(
    'www.example.com.',
    options(port, { start: { resolvers: ['127.0.1.8', resolver] } }),
  )
  assert.deepEqual([found.zone, found.parent], ['example.com.', 'com.'])
  assert.deepEqual(
    found.servers.flatMap(({ addresses }) => addresses),
    ['127.0.1.4', '127.0.1.5'],
  )
  assert.equal(servers[root]?.seen.udp, 0)
})

test('a walk that ends without a server names those of the last zone, each with its error', async (t) => {
  const servers = ['127.0.1.4', '127.0.1.5', '127.0.1.6', '127.0.2.1'].map((address, at) => ({
    at: `ns${at}.a.com.`,
    address,
  }))
  const { port } = await startZones(t, {
    [root]: () =>
      refer(
        [...servers.map((server) => ns('a.com.', server.at)), ns('a.com.', 'ns4.a.com.')],
        servers.map((server) => a(server.at, server.address)),
      ),
    '127.0.1.4': () => ({ rcode: 5 }),
    '127.0.1.5': () => ({ rcode: 2 }),
    '127.0.1.6': () => refer([ns('.', 'ns.')]),
  })
  const asked = async (more: Partial<AuthorityOptions> = {}) =>
    await findAuthority('www.a.com.', options(port, more)).then(
      () => assert.fail('found'),
      (error: unknown) => {
        assert.ok(error instanceof AuthorityError)
        const rows = error.asked?.servers.map(({ host, address, error: why }) => [host, address, why.code])
        return [error.code, error.asked?.zone, ...(rows ?? [])]
      },
    )
  assert.deepEqual(await asked(), [
    'no_authority',
    'a.com.',
    ['ns0.a.com.', '127.0.1.4', 'refused'],
    ['ns1.a.com.', '127.0.1.5', 'servfail'],
    ['ns2.a.com.', '127.0.1.6', 'notauth'],
    ['ns3.a.com.', '127.0.2.1', 'address_denied'],
    ['ns4.a.com.', undefined, 'no_authority'],
  ])
  assert.deepEqual(await asked({ start: { resolvers: ['127.0.2.9'] } }), ['no_authority', undefined])
  const silent = await startZones(t, { [root]: () => undefined })
  assert.deepEqual(await asked({ port: silent.port, timeout: 100 }), ['timeout', '.', ['.', root, 'timeout']])
})

test('referrals upward, sideways, to themselves and without end stop', async (t) => {
  const scripts: Record<string, (name: string, type: string) => MessageParts | undefined> = {
    upward: () => refer([ns('.', 'ns.')], [a('ns.', root)]),
    sideways: () => refer([ns('org.', 'ns.org.')], [a('ns.org.', root)]),
    unrelated: () => ({ isAuthoritative: true }),
    'no address': (name) => refer([ns('com.', 'ns.com.')], name === 'ns.com.' ? [] : []),
  }
  for (const [title, script] of Object.entries(scripts)) {
    const { port } = await startZones(t, { [root]: script })
    assert.match(await code(findAuthority('www.example.com.', options(port))), /^(?:no_authority|too_many)$/, title)
  }
  const labels = Array.from({ length: 60 }, () => 'a').join('.')
  let depth = 0
  const { port } = await startZones(t, {
    [root](name) {
      depth += 1
      const zone = name
        .split('.')
        .slice(-1 - depth)
        .join('.')
      return refer([ns(zone, `ns.${zone}`)], [a(`ns.${zone}`, root)])
    },
  })
  assert.equal(await code(findAuthority(`${labels}.`, options(port))), 'no_authority')
  assert.ok(depth < 20)
})

test('delegations to servers without addresses, each elsewhere, stop at the limit of questions', async (t) => {
  let count = 0
  const { port, servers } = await startZones(t, {
    [root](name) {
      const zone = `${name.split('.').at(-2)}.`
      return refer(Array.from({ length: 13 }, () => ns(zone, `ns.t${(count += 1)}.`)))
    },
  })
  assert.match(
    await code(findAuthority('www.com.', options(port, { maxQuestions: 40 }))),
    /^(?:no_authority|too_many)$/,
  )
  assert.ok((servers[root]?.seen.udp ?? 0) <= 40)
})

test('the time of the whole walk is bounded, and a signal ends it with its reason', async (t) => {
  const { port } = await startZones(t, { [root]: () => undefined })
  assert.equal(await code(findAuthority('a.com.', options(port, { timeout: 100 }))), 'timeout')
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('stopped')), 20)
  await assert.rejects(findAuthority('a.com.', options(port, { signal: controller.signal })), /stopped/)
})

test('a referral to a denied address sends nothing there', async (t) => {
  const { port, servers } = await startZones(t, {
    [root]: () => refer([ns('com.', 'ns.com.')], [a('ns.com.', '127.0.2.1')]),
    '127.0.2.1': () => nodata('com.'),
  })
  assert.equal(await code(findAuthority('a.com.', options(port))), 'no_authority')
  assert.equal(servers['127.0.2.1']?.seen.udp, 0)
})
