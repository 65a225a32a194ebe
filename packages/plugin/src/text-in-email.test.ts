import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInEmail, textInEmail } from './text-in-email.ts'

test('§I43 in an email a name is cut, stays on its line, and links nothing', () => {
  const attack = nameInEmail('Pay now at https://evil.example/x\r\nBcc: a@b.example \u202E www.evil.example')
  assert.ok([...attack].length <= 42 && !/[\r\n.@\u202E]|:\/\/|www/.test(attack), attack)
  assert.equal(nameInEmail('Ada Lovelace'), 'Ada Lovelace')
  assert.equal([...nameInEmail('x'.repeat(100))].length, 40)
})

test('§I43 a text keeps its lines and sentences in an email, and links nothing', () => {
  assert.equal(textInEmail('One failed. Two wait.\nSee the log.'), 'One failed. Two wait.\nSee the log.')
  const attack = textInEmail('Pay at https://evil.example or a@evil.example\u2028www.evil.example')
  assert.doesNotMatch(attack, /\.[^\s]|@|:\/\/|www|\u2028/)
})
