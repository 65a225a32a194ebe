import assert from 'node:assert/strict'
import { parseLimits } from '../limits.ts'
import type { ParsedMessage } from '../parse-message.ts'

/** Fails where a result is over a limit, or has a text that a database refuses. */
export function assertBounded(message: ParsedMessage, size: number): void {
  const { attachments, headers, text, html = '' } = message
  const addresses = [headers.from, headers.to, headers.cc, headers.bcc, headers.replyTo].flat()
  assert.ok(addresses.length <= parseLimits.addresses)
  assert.ok(attachments.length <= parseLimits.parts)
  const decoded = attachments.reduce((sum, { bytes }) => sum + bytes.byteLength, text.length + html.length)
  assert.ok(decoded <= parseLimits.decodedRatio * size + 1)
  for (const { name, range, bytes } of attachments) {
    assert.ok(Buffer.byteLength(name) <= parseLimits.attachmentName && name !== '')
    assert.doesNotMatch(name, /[/\\\p{Cc}\p{Cf}]|^\.|[. ]$/u)
    assert.ok(range.start <= range.end && range.end <= size)
    assert.equal(bytes.byteLength, bytes.buffer.byteLength, 'an attachment has memory of its own')
  }
  for (const value of stringsOf(message)) assert.ok(value.isWellFormed() && !value.includes('\0'))
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(stringsOf)
}
