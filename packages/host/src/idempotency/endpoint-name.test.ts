import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpointName } from './endpoint-name.ts'

const record = 'POST /api/x/notes/{id}/copies'
const rest = 'PUT /api/x/files/{folder}/{rest...}'

test('the spelling of a path does not matter, and a path without escapes is its own name', () => {
  const plain = '/api/x/notes/A:b@c/copies'
  assert.equal(endpointName(plain, record), plain)
  for (const path of ['/api/x/notes/%41:b@c/copies', '/%61pi/x/notes/A%3ab%40c/cop%69es']) {
    assert.equal(endpointName(path, record), plain)
  }
})

test('encoded slashes and percent signs stay distinct', () => {
  const names = ['/api/x/notes/a%2Fb/copies', '/api/x/notes/a%252Fb/copies', '/api/x/notes/a/copies'].map((path) =>
    endpointName(path, record),
  )
  assert.equal(new Set(names).size, 3)
  assert.equal(endpointName('/api/x/notes/a%2fb/copies', record), names[0])
})

test('a remainder is compared decoded, and never with another pattern', () => {
  const name = endpointName('/api/x/files/a/b/c', rest)
  assert.equal(endpointName('/api/x/files/a/b%2Fc', rest), name)
  for (const [path, pattern] of [
    ['/api/x/files/a%2Fb/c', rest],
    ['/api/x/files/a/b/c', 'PUT /api/x/files/{folder}/{file}/{part}'],
    ['/api/x/files/a/b%2Fc', 'PUT /api/x/files/{folder}/{file}'],
    ['/api/x/files/a/b/c', 'PUT /api/x/files/'],
    ['/api/x/files/a/b', rest],
  ] as const) {
    assert.notEqual(endpointName(path, pattern), name, `${path} ${pattern}`)
  }
})

test('the method is not part of it, and a subtree and its root are apart', () => {
  assert.equal(endpointName('/a/b', '/a/'), endpointName('/%61/b', 'POST /a/'))
  assert.notEqual(endpointName('/a/', '/a/'), endpointName('/a/', '/a/{$}'))
})
