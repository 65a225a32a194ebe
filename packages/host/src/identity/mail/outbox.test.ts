import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '@host/plugin'
import { MailRefused } from '../../mail/mail-refused.ts'
import type { IdentityEmail } from './identity-mail.ts'
import { Outbox } from './outbox.ts'

const letter: IdentityEmail = {
  kind: 'verify',
  to: 'ada@host.test',
  language: 'en',
  names: {},
  link: 'token-of-the-link',
}

function lab(outcomes: readonly (Error | undefined)[], pauses: readonly number[] = [1, 1, 1]) {
  const sent: IdentityEmail[] = []
  const logged: string[] = []
  const write = (message: string, fields?: object): void =>
    void logged.push(`${message} ${JSON.stringify(fields ?? {}, Object.getOwnPropertyNames(Error.prototype))}`)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const send = async (each: IdentityEmail): Promise<void> => {
    const outcome = outcomes[sent.push(each) - 1]
    if (outcome !== undefined) throw outcome
  }
  return { outbox: new Outbox({ send, log, pauses }), sent, logged }
}

const posted = async (outbox: Outbox, tries: () => boolean): Promise<void> => {
  outbox.post(async () => letter)
  while (!tries()) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('a letter that was not taken is tried again until it is', async () => {
  const { outbox, sent } = lab([new Error('later'), new Error('later')])
  await posted(outbox, () => sent.length === 3)
  await outbox.settle()
  assert.equal(sent.length, 3)
})

test('a letter that was refused for good is tried once, and one that nobody takes four times', async () => {
  const refused = lab([new MailRefused('never')])
  await posted(refused.outbox, () => refused.logged.length === 1)
  assert.equal(refused.sent.length, 1)
  const lost = lab(Array.from({ length: 9 }, () => new Error('later')))
  await posted(lost.outbox, () => lost.logged.length === 4)
  assert.equal(lost.sent.length, 4)
  assert.doesNotMatch(lost.logged.join(), /token-of-the-link/)
})

test('nothing is done in the turn of whoever posts, and settling does what waits without resting', async () => {
  const { outbox, sent } = lab([new Error('later')], [60_000])
  let composed = 0
  for (let count = 0; count < 20; count += 1) {
    outbox.post(async () => {
      composed += 1
      return composed === 1 ? letter : undefined
    })
  }
  await Promise.resolve()
  assert.equal(composed, 0)
  const before = performance.now()
  await outbox.settle()
  assert.deepEqual([composed, sent.length], [20, 2])
  assert.ok(performance.now() - before < 10_000)
})

test('what composing throws ends nobody else, and a flood has a bound', async () => {
  const { outbox, sent, logged } = lab([])
  outbox.post(() => Promise.reject(new Error('the database is away')))
  for (let count = 0; count < 1_500; count += 1) outbox.post(async () => letter)
  await outbox.settle()
  assert.ok(sent.length >= 990 && sent.length <= 1_000, String(sent.length))
  assert.ok(logged.some((line) => line.startsWith('A letter was not sent')))
  assert.ok(logged.some((line) => line.startsWith('Too many letters wait')))
})
