/** Connections that end at any byte: a message is handed over whole and once, or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opening } from './testing/drive-protocol.ts'
import { openSmtpLab, until } from './testing/smtp-lab.ts'

const rounds = process.env['HOST_SOAK'] === '1' ? 5_000 : 150

const content = (id: number): string => `X-Id: ${id}\r\n\r\n${'line\r\n'.repeat(id % 40)}`

function dialogue(id: number): string {
  const text = content(id)
  const end = id % 2 === 0 ? `DATA\r\n${text}.\r\n` : `BDAT ${text.length}\r\n${text}BDAT 0 LAST\r\n`
  return `${opening}${end}QUIT\r\n`
}

test('a client that goes at any byte leaves a whole message once, or none, and no memory', async (context) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  context.diagnostic(`seed ${seed}`)
  const random = randomFrom(seed)
  await using lab = await openSmtpLab()
  const whole = new Set<string>()
  for (let id = 0; id < rounds; id += 1) {
    const bytes = dialogue(id)
    const end = Math.floor(random() * (bytes.length + 1))
    const client = await lab.client()
    const middle = Math.floor(random() * end)
    client.send(bytes.slice(0, middle))
    if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve))
    client.send(bytes.slice(middle, end))
    if (random() < 0.5) client.reset()
    else client.end()
    if (end >= bytes.length - 'QUIT\r\n'.length) whole.add(content(id))
  }
  await until(() => lab.server.connections === 0)
  const texts = lab.messages.map(({ text }) => text)
  assert.equal(new Set(texts).size, texts.length)
  assert.deepEqual(
    texts.filter((text) => !whole.has(text)),
    [],
  )
  assert.equal(lab.server.usedBytes, 0)
})

/** Mulberry32: numbers from 0 to 1 that a seed decides. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
