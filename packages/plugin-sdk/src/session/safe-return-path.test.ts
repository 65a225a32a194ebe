import { expect, test } from 'vitest'
import { safeReturnPath } from './safe-return-path.ts'

test.each([
  ['/admin/notes?status=open#top', '/admin/notes?status=open#top'],
  ['/', '/'],
  [null, '/admin'],
  ['', '/admin'],
  ['admin', '/admin'],
  ['//evil.example', '/admin'],
  ['/\\evil.example', '/admin'],
  ['/\t/evil.example', '/admin'],
  ['/\n/evil.example', '/admin'],
  ['https://evil.example', '/admin'],
  ['javascript:alert(1)', '/admin'],
  ['/..//evil.example', '/admin'],
  ['//[', '/admin'],
  ['//evil.example:99999', '/admin'],
  ['/./\\evil.example', '/admin'],
])('%j leads to %s', (wanted, path) => {
  expect(safeReturnPath(wanted, '/admin')).toBe(path)
})
