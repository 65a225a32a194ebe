import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { test } from 'node:test'
import fc from 'fast-check'
import { DnsError } from '../dns-error.ts'
import { decodeMessage } from '../message/decode-message.ts'
import { encodeMessage } from '../message/encode-message.ts'
import type { Message, MessageParts } from '../message/message.ts'
import { frame, startScriptedServer } from '../testing/hostile-server.ts'
import { askServer, type AskOptions } from './ask-server.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 5_000 : 60

function answerTo(query: Uint8Array, parts: MessageParts = {}): Buffer {
  const { id, questions } = decodeMessage(query)
  const answers = [{ name: 'example.com.', type: 'A', ttl: 60, data: '192.0.2.1' }]
  return encodeMessage({ id, isResponse: true, isAuthoritative: true, questions, answers, ...parts })
}

const question = { name: 'example.com.', type: 'A' }
type Place = { readonly address: string; readonly port: number }

const ask = ({ address, port }: Place, options: Partial<AskOptions> = {}): Promise<Message> =>
  askServer({ address, port, question, isAllowedAddress: () => true, timeout: 2_000, ...options })

const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof DnsError ? error.code : `other: ${String(error)}`),
  )

test('an answer over UDP is decoded', async (t) => {
  const server = await startScriptedServer(t, { udp: (query, send) => send(answerTo(query)) })
  const { answers, isAuthoritative } = await ask(server)
  assert.deepEqual([answers[0]?.data, isAuthoritative], ['192.0.2.1', true])
})

test('each query has its own id, port and case', async (t) => {
  const ids = new Set<number>()
  const ports = new Set<number>()
  const names = new Set<string>()
  const server = await startScriptedServer(t, {
    udp(query, send, from) {
      const { id, questions } = decodeMessage(query)
      ids.add(id)
      ports.add(from.port)
      names.add(questions[0]?.name ?? '')
      send(answerTo(query))
    },
  })
  for (let index = 0; index < 30; index += 1) await ask(server)
  assert.ok(ids.size > 25 && ports.size > 15 && names.size > 25, `${ids.size} ${ports.size} ${names.size}`)
  for (const name of names) assert.equal(name.toLowerCase(), 'example.com.')
})

test("names in an answer don't have the random case of its question", async (t) => {
  const server = await startScriptedServer(t, {
    udp(query, send) {
      const { questions } = decodeMessage(query)
      const name = questions[0]?.name ?? ''
      send(answerTo(query, { answers: [{ name, type: 'MX', ttl: 1, data: `10 mail.${name}` }] }))
    },
  })
  for (let index = 0; index < 10; index += 1) {
    const { questions, answers } = await ask(server)
    assert.deepEqual([questions[0]?.name, answers[0]?.name], ['example.com.', 'example.com.'])
    assert.equal(answers[0]?.data, '10 mail.example.com.')
  }
})

test('packets with a wrong id, question or source, and garbage, are passed over', async (t) => {
  const stranger = createSocket('udp4')
  t.after(() => stranger.close())
  const server = await startScriptedServer(t, {
    udp(query, send, from) {
      const wrongId = Buffer.from(answerTo(query, { rcode: 5 }))
      wrongId.writeUInt16BE((wrongId.readUInt16BE() + 1) % 65_536)
      send(wrongId)
      send(answerTo(query, { rcode: 5, questions: [{ name: 'example.org.', type: 'A', class: 'IN' }] }))
      send(answerTo(query, { rcode: 5, questions: [] }))
      send(answerTo(query, { rcode: 5, isResponse: false }))
      send(answerTo(query, { rcode: 5, opcode: 4 }))
      send(Buffer.alloc(0))
      send(Buffer.alloc(300, 0xff))
      send(answerTo(query).subarray(0, -1))
      stranger.send(answerTo(query, { rcode: 5 }), from.port, from.address)
      setTimeout(() => send(answerTo(query)), 40)
    },
  })
  assert.equal((await ask(server, { timeout: 1_000, tries: 1 })).rcode, 0)
})

test('a silent server is asked as often as stated, and no packet follows', async (t) => {
  const server = await startScriptedServer(t, {})
  assert.equal(await code(ask(server, { timeout: 150 })), 'timeout')
  assert.equal(await code(ask(server, { timeout: 150, tries: 3 })), 'timeout')
  assert.deepEqual(server.seen, { udp: 5, tcp: 0 })
})

test("an answer that can't be read is named as such", async (t) => {
  const server = await startScriptedServer(t, { udp: (query, send) => send(answerTo(query).subarray(0, -1)) })
  assert.equal(await code(ask(server, { timeout: 500 })), 'malformed')
})

test('a flood of foreign packets ends the exchange', async (t) => {
  const server = await startScriptedServer(t, {
    udp(_, send) {
      for (let index = 0; index < 200; index += 1) send(Buffer.alloc(20))
      const again = setInterval(() => {
        for (let index = 0; index < 200; index += 1) send(Buffer.alloc(20))
      }, 5)
      t.after(() => clearInterval(again))
    },
  })
  assert.equal(await code(ask(server, { timeout: 20_000 })), 'flood')
})

test('a truncated answer is asked for over TCP, and one that is truncated there too is refused', async (t) => {
  const server = await startScriptedServer(t, {
    udp: (query, send) => send(answerTo(query, { isTruncated: true, answers: [] })),
    tcp: (query, socket) => void socket.write(frame(answerTo(query))),
  })
  assert.equal((await ask(server)).answers.length, 1)
  const loop = await startScriptedServer(t, {
    udp: (query, send) => send(answerTo(query, { isTruncated: true, answers: [] })),
    tcp: (query, socket) => void socket.write(frame(answerTo(query, { isTruncated: true, answers: [] }))),
  })
  assert.equal(await code(ask(loop)), 'malformed')
  assert.deepEqual(loop.seen, { udp: 1, tcp: 1 })
})

test('a server that changes the case of the question is asked over TCP', async (t) => {
  const lower = (query: Buffer): Buffer => answerTo(query, { questions: [{ ...question, class: 'IN' }] })
  const server = await startScriptedServer(t, {
    udp: (query, send) => send(lower(query)),
    tcp: (query, socket) => void socket.write(frame(answerTo(query))),
  })
  assert.equal((await ask(server, { timeout: 500 })).answers.length, 1)
  assert.deepEqual(server.seen, { udp: 1, tcp: 1 })
})

test('over TCP a wrong id, another question, garbage and an early end are refused at once', async (t) => {
  const scripts: readonly [string, (query: Buffer) => Buffer | undefined][] = [
    ['mismatch', (query) => frame(Buffer.concat([Buffer.from([0, 0]), answerTo(query).subarray(2)]))],
    ['mismatch', (query) => frame(answerTo(query, { questions: [{ name: 'a.', type: 'A', class: 'IN' }] }))],
    ['mismatch', () => frame(Buffer.alloc(0))],
    ['mismatch', () => frame(Buffer.alloc(11))],
    ['malformed', (query) => frame(answerTo(query).subarray(0, -1))],
    ['closed', (query) => frame(answerTo(query)).subarray(0, 20)],
    ['closed', () => undefined],
  ]
  for (const [expected, script] of scripts) {
    const server = await startScriptedServer(t, { tcp: (query, socket) => void socket.end(script(query) ?? '') })
    assert.equal(await code(ask(server, { protocol: 'tcp', timeout: 5_000 })), expected, script.toString())
  }
})

test('a server that drips its answer is left at the deadline', async (t) => {
  const server = await startScriptedServer(t, {
    tcp(query, socket) {
      const bytes = frame(answerTo(query))
      let at = 0
      const drip = setInterval(() => socket.write(bytes.subarray(at, ++at)), 20)
      t.after(() => clearInterval(drip))
    },
  })
  assert.equal(await code(ask(server, { protocol: 'tcp', timeout: 200 })), 'timeout')
})

test('a port without a server is unreachable over both protocols', async () => {
  for (const protocol of ['udp', 'tcp'] as const) {
    assert.equal(await code(ask({ address: '127.0.0.1', port: 1 }, { protocol })), 'unreachable')
  }
})

test('a signal ends the exchange with its reason', async (t) => {
  const server = await startScriptedServer(t, {})
  for (const protocol of ['udp', 'tcp'] as const) {
    const controller = new AbortController()
    const answer = ask(server, { protocol, timeout: 20_000, signal: controller.signal })
    setTimeout(() => controller.abort(new Error('stopped')), 20)
    await assert.rejects(answer, /stopped/)
    await assert.rejects(ask(server, { protocol, signal: controller.signal }), /stopped/)
  }
})

test('no packet leaves for an address that the policy denies, a name or an address with a scope', async (t) => {
  const server = await startScriptedServer(t, { udp: (query, send) => send(answerTo(query)) })
  for (const protocol of ['udp', 'tcp'] as const) {
    const asked: string[] = []
    const isAllowedAddress = (address: string): Promise<boolean> => Promise.resolve(asked.push(address) < 0)
    assert.equal(await code(ask(server, { protocol, isAllowedAddress })), 'address_denied')
    assert.deepEqual(asked, ['127.0.0.1'])
    for (const address of ['localhost', '127.1', 'fe80::1%lo', '']) {
      assert.equal(await code(ask({ ...server, address }, { protocol })), 'bad_address')
    }
    assert.equal(await code(ask({ ...server, port: 0 }, { protocol })), 'bad_port')
  }
  assert.deepEqual(server.seen, { udp: 0, tcp: 0 })
})

test('whatever a server sends, the client ends with an answer or a DNS error', async (t) => {
  let edit: (bytes: Buffer) => Buffer = (bytes) => bytes
  const server = await startScriptedServer(t, {
    udp: (query, send) => send(edit(answerTo(query))),
    tcp: (query, socket) => void socket.end(edit(frame(answerTo(query)))),
  })
  const anyEdit = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyEdit, fc.nat(80), fc.constantFrom('udp', 'tcp'), async (edits, cut, protocol) => {
      edit = (bytes) => {
        for (const [at, value] of edits) bytes[at % bytes.length] = value
        return cut < 20 ? bytes.subarray(0, -cut - 1) : bytes
      }
      const found = await code(ask(server, { protocol, timeout: 30, tries: 1 }))
      assert.doesNotMatch(found, /^other/)
    }),
    { numRuns },
  )
})
