import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerReader } from './answer-reader.ts'

const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nDate: x\r\n\r\nhello')

test('an answer is complete with its last byte, however it is cut', () => {
  for (let cut = 1; cut < answer.length; cut += 1) {
    const reader = new AnswerReader()
    assert.equal(reader.push(answer.subarray(0, cut)), undefined)
    assert.deepEqual(reader.push(answer.subarray(cut)), { status: 200, bodyBytes: 5 })
    assert.deepEqual(reader.push(answer), { status: 200, bodyBytes: 5 })
  }
})

test('an answer without a body ends with its head', () => {
  const reader = new AnswerReader()
  assert.deepEqual(reader.push(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')), { status: 204, bodyBytes: 0 })
})

test('an answer without a length, or with more than its length, is refused', () => {
  assert.throws(() => new AnswerReader().push(Buffer.from('HTTP/1.1 200 OK\r\n\r\nhello')), /no Content-Length/)
  assert.throws(() => new AnswerReader().push(Buffer.concat([answer, Buffer.from('!')])), /more than was asked for/)
})
