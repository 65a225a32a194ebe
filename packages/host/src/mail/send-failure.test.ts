import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { MailRefused } from '@host/plugin/platform'
import { sendFailure } from './send-failure.ts'

const words = 'no mailbox ada@example.test for https://host.test/reset?token=secret'

test("§P83 only name and code of a mail service's error are stored", () => {
  const coded = Object.assign(new TypeError(words), { code: 'E_BUSY' })
  const named = Object.assign(new Error(words), { name: words, code: words })
  const refused = Object.assign(new Error(words), { name: 'MailRefused' })
  const kept = [coded, named, refused, words, undefined].map(sendFailure)
  assert.deepEqual(
    kept.map(({ code, message, isFinal }) => [code, message, isFinal]),
    [
      ['mail_deferred', 'The mail service failed: TypeError E_BUSY.', false],
      ['mail_deferred', 'The mail service failed: Error.', false],
      ['mail_refused', 'The mail service failed: MailRefused.', true],
      ['mail_deferred', 'The mail service failed: Error.', false],
      ['mail_deferred', 'The mail service failed: Error.', false],
    ],
  )
})

test('§P82 a permanent refusal of a mail service is final, an outage is not', () => {
  const errors = [new MailRefused('550'), new Problem('bad_request'), new Problem('service_unavailable'), new Error()]
  assert.deepEqual(
    errors.map((error) => sendFailure(error).isFinal),
    [true, true, false, false],
  )
})
