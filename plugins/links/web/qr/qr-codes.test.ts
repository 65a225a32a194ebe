import decode from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrModules } from '@host/plugin-sdk'
import { logoPlace, type Logo } from './logo.ts'
import { readDesign, usualDesign } from './qr-design.ts'
import { svgText } from './qr-files.ts'

/** A code as pixels, with a dark logo in its middle where a ratio is given. */
function pixelsOf(value: string, scale: number, { border = 4, ratio }: { border?: number; ratio?: number } = {}) {
  const modules = qrModules(value, { level: ratio === undefined ? 'M' : 'H', border })
  const place = ratio === undefined ? undefined : logoPlace(modules.length, border, ratio)
  const size = modules.length * scale
  const data = new Uint8ClampedArray(size * size * 4)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [column, row] = [x / scale, y / scale]
      const isLogo =
        place !== undefined &&
        column >= place.x &&
        column < place.x + place.width &&
        row >= place.y &&
        row < place.y + place.height
      const isDark = modules[Math.floor(row)]?.[Math.floor(column)] === true
      data.set(isLogo ? [40, 40, 40, 255] : isDark ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * size + x) * 4)
    }
  }
  return { width: size, height: size, data }
}

const addresses = [
  'https://go.example.com/a',
  'https://go.example.com/autumn-sale-2026',
  `https://go.example.com/${'long/path-'.repeat(8)}`,
  'https://xn--bcher-kva.example/%E7%A7%8B',
]

test.each(addresses)('%s is read at three sizes', (value) => {
  for (const scale of [3, 6, 12]) expect(decode(pixelsOf(value, scale)), `scale ${scale}`).toBe(value)
})

test.each([0.5, 1, 2])('a code is read around a logo of ratio %s', (ratio) => {
  for (const value of addresses) {
    for (const scale of [4, 8, 12]) expect(decode(pixelsOf(value, scale, { ratio })), `scale ${scale}`).toBe(value)
  }
})

test('a logo covers at most 22 percent of a code, also a very wide one', () => {
  for (const ratio of [0.01, 1, 50]) {
    const { width, height } = logoPlace(33, 4, ratio)
    expect((width * height) / 25 ** 2).toBeLessThanOrEqual(0.22)
    expect(Math.max(width, height)).toBeLessThan(25)
  }
})

test('a logo takes the highest error correction, and is part of the SVG', () => {
  const logo: Logo = { file: new File([], 'logo.png'), source: 'data:image/png;base64,AAAA', ratio: 1 }
  const options = readDesign({ ...usualDesign, logo })
  expect(options?.level).toBe('H')
  const svg = svgText({ value: addresses[0] ?? '', options: options ?? {}, logo })
  expect(svg).toContain('href="data:image/png;base64,AAAA"')
  expect(svg).toMatch(/<\/svg>$/)
})

test('a code for print has at most 10 kB', () => {
  expect(svgText({ value: addresses[1] ?? '', options: { level: 'H' }, logo: undefined }).length).toBeLessThan(10_240)
})
