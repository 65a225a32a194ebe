import { expect, test } from 'vitest'
import { qrFile, qrPath } from './qr-drawing.ts'

const modules = [
  [true, true, false, true],
  [false, false, false, false],
  [false, true, true, true],
  [true, false, true, false],
]

test('every run of dark modules is one rectangle, and nothing else is drawn', () => {
  const drawn = modules.map((row) => row.map(() => false))
  for (const [, x, y, width] of qrPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at++) drawn[Number(y)]![at] = true
  }
  expect(drawn).toEqual(modules)
  expect(qrPath(modules).match(/M/g)).toHaveLength(5)
})

test('a file has a ground of its own, so that it can be read on any paper', () => {
  expect(qrFile(modules)).toMatch(/viewBox="0 0 4 4".*fill="white" d="M0 0h4v4H0z"/)
})
