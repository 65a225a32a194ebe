import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseMessage } from '../message/parse-message.ts'
import { readComplaint } from './read-complaint.ts'
import { feedbackReport } from './testing/notices.ts'

const read = (raw: string) => readComplaint(parseMessage(Buffer.from(raw)))

suite('reading complaints', () => {
  test('a report of feedback has its kind and recipients', () => {
    assert.deepEqual(read(feedbackReport({ type: 'abuse' })), {
      type: 'abuse',
      recipients: ['ada@peer.example'],
      reporter: 'SomeGenerator/1.0',
    })
    assert.equal(read(feedbackReport({ type: 'Not-Spam' }))?.type, 'not-spam')
    assert.equal(read(feedbackReport({ type: 'x'.repeat(5_000) }))?.type, 'other')
  })

  test('other messages are not complaints', () => {
    assert.equal(read('Subject: abuse\r\n\r\nFeedback-Type: abuse'), undefined)
  })
})
