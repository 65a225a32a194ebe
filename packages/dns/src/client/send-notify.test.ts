import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, DnsError, encodeMessage, sendNotify } from '../index.ts'
import { startScriptedServer } from '../testing/hostile-server.ts'

const isAllowedAddress = (): boolean => true
const answer = (query: Buffer, rcode = 0): Buffer => {
  const { id, opcode, questions } = decodeMessage(query)
  return encodeMessage({ id, opcode, questions, isResponse: true, rcode })
}

test('a notification is sent until it is answered', async (t) => {
  const seen: Buffer[] = []
  const server = await startScriptedServer(t, {
    udp(query, send) {
      seen.push(query)
      if (seen.length >= 3) send(answer(query))
    },
  })
  await sendNotify({ ...server, isAllowedAddress, zone: 'example.', timeout: 5 })
  const { opcode, isAuthoritative, isResponse, questions } = decodeMessage(seen[0] ?? Buffer.alloc(0))
  assert.deepEqual(
    { opcode, isAuthoritative, isResponse, questions },
    {
      opcode: 4,
      isAuthoritative: true,
      isResponse: false,
      questions: [{ name: 'example.', type: 'SOA', class: 'IN' }],
    },
  )
})

test('a refusal ends at once, and silence after the last attempt', async (t) => {
  const refusing = await startScriptedServer(t, { udp: (query, send) => send(answer(query, 9)) })
  const silent = await startScriptedServer(t, {})
  const codeOf = async (server: typeof silent, timeout: number): Promise<string> =>
    await sendNotify({ ...server, isAllowedAddress, zone: 'example.', timeout, tries: 3 }).then(
      () => 'none',
      (error: unknown) => (error instanceof DnsError ? error.code : String(error)),
    )
  assert.deepEqual([await codeOf(refusing, 5_000), refusing.seen.udp], ['notauth', 1])
  assert.deepEqual([await codeOf(silent, 20), silent.seen.udp], ['timeout', 3])
})
