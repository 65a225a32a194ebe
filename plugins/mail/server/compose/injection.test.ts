/** No field of an email that a program sends adds a header or a recipient: it is refused, or it reads back as it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from '@host/email'
import fc from 'fast-check'
import { sendEmail } from '../../shared.ts'
import { domain, openMailLab } from '../testing/mail-lab.ts'

const pieces = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  'Bcc: x@evil.example',
  ': ',
  ',',
  ';',
  '<',
  '>',
  '@',
  '"',
  '\\',
  '(',
  '=?utf-8?q?=0D=0ABcc:_x?=',
  '=?',
  '?=',
  'ä',
  '日',
  'a',
  ' ',
  '\t',
  '.',
  '%0d%0a',
  'evil.example',
)
const hostile = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((list) => list.join(''))
const runs = process.env['HOST_SOAK'] === '1' ? 500 : 12

const usual = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'to']

test('CR/LF refused: hostile values in every field are refused or read back', async (context) => {
  const { host, mailbox } = await openMailLab(context)
  const owner = host.as('owner')
  const plain = { mailboxId: mailbox.id, to: [{ address: 'ada@sender.example' }], subject: 'Hello', text: 'Hi' }
  const fields: readonly ((value: string) => object)[] = [
    (subject) => ({ subject }),
    (text) => ({ text }),
    (name) => ({ from: { name } }),
    (name) => ({ to: [{ address: 'ada@sender.example', name }] }),
    (value) => ({ to: [{ address: `${value}@sender.example` }] }),
    (value) => ({ unsubscribeUrl: `https://sender.example/${value}` }),
  ]
  const seen = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...fields), async (value, field) => {
      const answer = await owner.post(sendEmail.pattern.slice('POST '.length), { ...plain, ...field(value) })
      if (answer.status === 400) {
        seen.refused += 1
        return
      }
      assert.equal(answer.status, 202)
      seen.accepted += 1
      const { emailId } = (await answer.json()) as { emailId: string }
      const bytes = Buffer.from(await (await owner.get(`/api/emails/${emailId}/raw`)).arrayBuffer())
      const { headers, parse } = parseMessage(bytes)
      const names = bytes
        .subarray(0, bytes.indexOf('\r\n\r\n'))
        .toString()
        .split('\r\n')
        .filter((line) => !/^[ \t]/.test(line))
        .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
        // A subject of blanks alone is none.
        .filter((name) => name !== 'subject' && !name.startsWith('list-unsubscribe'))
      assert.deepEqual([parse, names.toSorted()], ['complete', usual])
      assert.deepEqual(
        headers.from.map(({ address }) => address),
        [`info@${domain}`],
      )
      assert.equal(headers.to.length, 1)
    }),
    { numRuns: runs * fields.length },
  )
  assert.ok(seen.accepted > 0 && seen.refused > 0, JSON.stringify(seen))
})
