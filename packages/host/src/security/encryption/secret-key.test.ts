import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { newSecretKey, parseSecretKeys } from './secret-key.ts'

const few = [0, 1, 3, 7, 15, 31, 63, 255]
const inTurns = Array.from({ length: 32 }, (_, n) => few[((n * 3) ^ (n >> 1) ^ (n >> 4)) % 8] ?? 0)

const refused: readonly (readonly [what: string, text: string, sentence: RegExp])[] = [
  ['nothing', '', /^it has 0 bytes instead of 32/],
  ['a word', 'correct horse battery staple', /^it is not base64/],
  ['a key in hexadecimal', randomBytes(32).toString('hex'), /^it has 48 bytes instead of 32/],
  ['a shorter key', randomBytes(31).toString('base64'), /^it has 31 bytes instead of 32/],
  ['a longer key', randomBytes(33).toString('base64'), /^it has 33 bytes instead of 32/],
  ['a key without its padding', newSecretKey().slice(0, -1), /^it is not base64/],
  ['a key with spare bits', `${'A'.repeat(42)}B=`, /^it is not base64/],
  ['a key in the other alphabet', Buffer.alloc(32, 0xfb).toString('base64url'), /^it is not base64/],
  ['zeros', Buffer.alloc(32).toString('base64'), /^it is not random/],
  ['a repetition', Buffer.from('ab'.repeat(16)).toString('base64'), /^it is not random/],
  [
    'a sequence',
    Buffer.from(Array.from({ length: 32 }, (_, place) => place + 100)).toString('base64'),
    /^it is not random/,
  ],
  ['eight bytes in turns', Buffer.from(inTurns).toString('base64'), /^it is not random/],
  [
    'a sentence of 32 letters',
    Buffer.from('the quick brown fox jumps, lazily').subarray(0, 32).toString('base64'),
    /^it is not random/,
  ],
  [
    'hexadecimal digits in base64',
    Buffer.from(randomBytes(16).toString('hex')).toString('base64'),
    /^it is not random/,
  ],
]

for (const [what, text, sentence] of refused) {
  test(`${what} is refused as a root key, in a sentence that explains how to generate one and omits the value`, () => {
    assert.throws(
      () => parseSecretKeys([text]),
      (error: Error) => {
        assert.match(error.message, sentence)
        assert.match(error.message, /; generate one with "openssl rand -base64 32"$/)
        assert.ok(text === '' || !error.message.includes(text))
        return error instanceof TypeError
      },
    )
  })
}

test('random keys are taken, all of them', () => {
  for (let round = 0; round < 20_000; round += 1) parseSecretKeys([newSecretKey()])
})

test('a list names the key that is wrong by its place, and takes no key twice and no more than eight', () => {
  const key = newSecretKey()
  assert.throws(() => parseSecretKeys([key, 'x']), /^TypeError: key 2 is not base64/)
  assert.throws(() => parseSecretKeys([key, ` ${key} `]), /^TypeError: the same key is listed twice/)
  assert.throws(() => parseSecretKeys(Array.from({ length: 9 }, newSecretKey)), /^TypeError: 9 keys are too many/)
  assert.equal(parseSecretKeys([key, newSecretKey()]).length, 2)
})

test('a root key shows its name and nothing else, however it is printed', () => {
  const text = newSecretKey()
  const [key] = parseSecretKeys([text])
  const { id } = key ?? { id: '' }
  assert.match(id, /^root_[0-9a-f]{24}$/)
  assert.equal(JSON.stringify(key), JSON.stringify({ id }))
  assert.equal(inspect(key, { depth: null, showHidden: true }), `RootKey { id: '${id}' }`)
  assert.equal(parseSecretKeys([text])[0]?.id, id)
})
