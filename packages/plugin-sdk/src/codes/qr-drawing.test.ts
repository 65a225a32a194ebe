import { expect, test } from 'vitest'
import { qrPath } from './qr-drawing.ts'
import { qrModules, qrSvg } from './qr-svg.ts'

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

test('a file has a ground of its own, so that it can be read on any paper, and the chosen colors', () => {
  const size = qrModules('https://go.example.com/sale').length
  expect(qrSvg('https://go.example.com/sale')).toContain(`<path fill="white" d="M0 0h${size}v${size}H0z"/>`)
  const colored = qrSvg('https://go.example.com/sale', {
    color: '#1d3557',
    background: '#f1faee',
    level: 'H',
    border: 2,
  })
  expect(colored).toMatch(/fill="#f1faee".*fill="#1d3557"/)
  expect(qrModules('x', { border: 0 })[0]?.[0]).toBe(true)
})

test('a higher level has more modules', () => {
  const long = `https://go.example.com/${'a'.repeat(60)}`
  expect(qrModules(long, { level: 'H' }).length).toBeGreaterThan(qrModules(long, { level: 'L' }).length)
})
