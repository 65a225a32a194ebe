import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { assert as assertProperty, integer, property, type IProperty } from 'fast-check'
import { accentTokens } from './accent-tokens.ts'
import { contrast, fromHex, toHex, toLinear, toOklch, type LinearColor as Linear } from './oklch.ts'

const css = readFileSync(join(import.meta.dirname, '../../../plugin-sdk/src/tokens.css'), 'utf8')
const surfaces = ['sunken', 'canvas', 'surface', 'raised']
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const runs = process.env['HOST_SOAK'] === '1' ? 200_000 : 500
const extremes = ['#000000', '#ffffff', '#808080', '#ffff00', '#00ffff', '#0000ff', '#ff0000', '#00ff00', '#fefefe']

/** Checks a rule for random colors and for the extremes of sRGB, in both themes. */
function holdsForAnyColour(rule: (tokens: Readonly<Record<string, string>>, theme: Theme) => void): void {
  const check = (hex: string): void => {
    const tokens = accentTokens(hex)
    for (const theme of themes) rule(tokens, theme)
  }
  for (const hex of extremes) check(hex)
  const any: IProperty<[number]> = property(integer({ min: 0, max: 0xff_ff_ff }), (number) =>
    check(`#${number.toString(16).padStart(6, '0')}`),
  )
  assertProperty(any, { numRuns: runs })
}

describe('for any color of a workspace', () => {
  test('white is readable on its accent (4.5:1)', () => {
    holdsForAnyColour((tokens, theme) => {
      for (const name of ['accent', 'accent-strong']) {
        assert.ok(contrast([1, 1, 1], accent(tokens, name, theme)) >= 4.5)
      }
    })
  })

  test('text in the accent is readable on every surface and on the soft accent (4.5:1)', () => {
    holdsForAnyColour((tokens, theme) => {
      const text = accent(tokens, 'accent-fg', theme)
      for (const name of surfaces) assert.ok(contrast(text, neutral(tokens, name, theme)) >= 4.5)
      assert.ok(contrast(text, accent(tokens, 'accent-soft', theme)) >= 4.5)
    })
  })

  test('plain text is readable on the soft accent (4.5:1)', () => {
    holdsForAnyColour((tokens, theme) => {
      const text = neutral(tokens, 'fg', theme)
      assert.ok(contrast(text, accent(tokens, 'accent-soft', theme)) >= 4.5)
    })
  })

  test('the accent and the focus stand out from every surface (3:1)', () => {
    holdsForAnyColour((tokens, theme) => {
      for (const [name, ground] of ['accent', 'focus'].flatMap((one) => surfaces.map((two) => [one, two] as const))) {
        assert.ok(contrast(accent(tokens, name, theme), neutral(tokens, ground, theme)) >= 3)
      }
    })
  })

  test('plain text stays readable on surfaces that take a trace of its hue (4.5:1)', () => {
    holdsForAnyColour((tokens, theme) => {
      for (const [name, ground] of ['fg', 'muted', 'subtle'].flatMap((one) =>
        surfaces.map((two) => [one, two] as const),
      )) {
        const ratio = contrast(neutral(tokens, name, theme), neutral(tokens, ground, theme))
        assert.ok(ratio >= 4.5)
      }
    })
  })
})

test('a colour that can be read is taken as it is', () => {
  assert.match(accentTokens('#0a6e52')['--color-accent'] ?? '', /^light-dark\(#0a6e52, /)
})

test('a grey keeps the hue of the neutral colours', () => {
  assert.equal('--hue' in accentTokens('#777777'), false)
  assert.ok('--hue' in accentTokens('#0a6e52'))
})

test('a colour comes back as it went', () => {
  for (const hex of extremes) assert.equal(toHex(toLinear(toOklch(fromHex(hex)))), hex)
})

function accent(tokens: Readonly<Record<string, string>>, name: string, theme: Theme): Linear {
  const [light = '', dark = ''] = tokens[`--color-${name}`]?.match(/#[0-9a-f]{6}/g) ?? []
  return fromHex(theme === 'light' ? light : dark)
}

/** A neutral color of tokens.css, tinted with the hue of the accent. */
function neutral(tokens: Readonly<Record<string, string>>, name: string, theme: Theme): Linear {
  const value = new RegExp(`--color-${name}: (.*);`).exec(css)?.[1] ?? ''
  const found = value.match(/oklch\([\d. ]+(?:var\(--hue\))?\)/g) ?? []
  const [lightness = 0, chroma = 0] = (found[theme === 'dark' ? 1 : 0]?.match(/[\d.]+/g) ?? []).map(Number)
  const [red, green, blue] = toLinear({ lightness, chroma, hue: Number(tokens['--hue'] ?? 275) })
  return [clip(red), clip(green), clip(blue)]
}

function clip(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}
