import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { HeaderLines } from './header-lines.ts'

type Headers = Readonly<Record<string, string>>

/** The header lines that Node makes; undefined where it refuses to. */
function linesOfNode(headers: Headers): string | undefined {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.sendDate = false
  try {
    response.writeHead(200, headers)
  } catch (error) {
    assert.ok(error instanceof TypeError)
    return undefined
  }
  const { _header: head } = response as unknown as { readonly _header: string }
  return head.slice(head.indexOf('\r\n') + 2, head.lastIndexOf('Connection: '))
}

test('header lines are those of Node, and a header that it refuses is refused each time', () => {
  const lines = new HeaderLines()
  const name = fc.constantFrom('content-type', 'x-request-id', 'vary', 'X-Mixed', 'a b', '', 'x\r\ny', 'é')
  const value = fc.constantFrom(
    '',
    'a',
    'tab\tand é',
    'a\r\nset-cookie: b',
    'a\nb',
    '\0',
    '€',
    'x'.repeat(300),
    '\u007f',
  )
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }), (headers) => {
      const expected = linesOfNode(headers)
      if (expected === undefined) assert.throws(() => lines.of(headers), TypeError)
      else assert.equal(lines.of(headers), expected)
    }),
    { numRuns: 500 },
  )
})

test('headers that frame an answer, cookies, and values other than text are left to Node', () => {
  const lines = new HeaderLines()
  const plain = { 'content-type': 'text/plain' }
  for (const name of ['connection', 'Content-Length', 'date', 'keep-alive', 'transfer-encoding', 'set-cookie']) {
    assert.equal(lines.of({ ...plain, [name]: 'a' }), undefined, name)
    assert.equal(lines.of({ ...plain, [name]: 'a' }), undefined, name)
  }
  assert.equal(lines.of({ ...plain, vary: ['a', 'b'] } as unknown as Headers), undefined)
  assert.equal(lines.of(plain), 'content-type: text/plain\r\n')
})

test('many names of a handler are checked like few', () => {
  const lines = new HeaderLines()
  for (let count = 0; count < 1_000; count += 1) {
    assert.equal(lines.of({ [`x-${count}`]: 'a' }), `x-${count}: a\r\n`)
    assert.throws(() => lines.of({ [`x-${count}`]: 'a\r\nb: c' }), TypeError)
  }
})
