import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { contrast, decode, encode, toLinear, type LinearColor as Linear } from './oklch.ts'

/**
 * Contrast as defined by WCAG 2.2, for each text on each surface it is used on. A translucent color is first blended
 * with the surface; glass is measured on the page behind it.
 */
const css = readFileSync(join(import.meta.dirname, '../../../plugin-sdk/src/tokens.css'), 'utf8')
const hue = Number(/--hue: (\d+)/.exec(css)?.[1])

interface Colour {
  readonly rgb: Linear
  readonly alpha: number
}

const themes = ['light', 'dark'] as const
const surfaces = ['sunken', 'canvas', 'surface', 'raised']
const onEverySurface = ['fg', 'muted', 'subtle', 'accent-fg', 'danger-fg', 'positive-fg', 'warning-fg']
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...onEverySurface.flatMap((text) => surfaces.map((ground) => [text, ground] as const)),
  ['on-solid', 'accent'],
  ['on-solid', 'accent-strong'],
  ['on-solid', 'danger'],
  ['on-solid', 'danger-strong'],
  ['accent-fg', 'accent-soft'],
  ['positive-fg', 'positive-soft'],
  ['warning-fg', 'warning-soft'],
  ['danger-fg', 'danger-soft'],
  ['fg', 'accent-soft'],
  ['fg', 'danger-soft'],
  ['fg', 'warning-soft'],
  ['console-on-mark', 'console-mark'],
]

for (const theme of themes) {
  describe(`in the ${theme} theme`, () => {
    for (const [text, ground] of pairs) {
      test(`${text} is readable on ${ground} (4.5:1)`, () => {
        assert.ok(contrast(colour(text, theme).rgb, colour(ground, theme).rgb) >= 4.5)
      })
    }

    for (const text of ['muted', 'fg']) {
      test(`${text} stays readable on what is pointed at or pressed`, () => {
        for (const [fill, ground] of ['hover', 'pressed'].flatMap((one) =>
          surfaces.map((two) => [one, two] as const),
        )) {
          assert.ok(contrast(colour(text, theme).rgb, over(fill, ground, theme)) >= 4.5)
        }
      })
    }

    for (const text of ['fg', 'muted', 'subtle']) {
      test(`${text} is readable on glass`, () => {
        assert.ok(contrast(colour(text, theme).rgb, over('glass', 'canvas', theme)) >= 4.5)
      })
    }

    for (const line of ['control', 'focus', 'accent', 'chart-1', 'danger', 'positive']) {
      test(`${line} stands out from what is around it (3:1)`, () => {
        for (const ground of ['canvas', 'surface', 'raised']) {
          assert.ok(contrast(colour(line, theme).rgb, colour(ground, theme).rgb) >= 3)
        }
      })
    }
  })
}

for (const theme of themes) {
  test(`initials are readable on each of the eight tints in the ${theme} theme`, () => {
    const [, tinted = ''] = /@utility tinted \{([^}]*)\}/.exec(css) ?? []
    const part = theme === 'light' ? 0 : 1
    for (let tint = 0; tint < 8; tint += 1) {
      const [ground, text] = [...tinted.matchAll(/light-dark\((.*)\);/g)].map(([, both = '']) => {
        const [, lightness, chroma] = [...both.matchAll(/oklch\(([\d.]+) ([\d.]+)/g)][part]?.map(Number) ?? []
        const [red, green, blue] = toLinear({ lightness: lightness ?? 0, chroma: chroma ?? 0, hue: tint * 45 + 5 })
        return [clip(red), clip(green), clip(blue)] as const
      })
      assert.ok(contrast(text ?? [0, 0, 0], ground ?? [0, 0, 0]) >= 4.5)
    }
  })
}

test("the console's frame is dark in both themes, and its content uses the dark theme", () => {
  for (const text of ['fg', 'muted', 'subtle']) {
    assert.ok(contrast(colour(text, 'dark').rgb, colour('console', 'light').rgb) >= 4.5)
  }
})

test('charts are drawn in tints of one colour, each nearer to the surface than the one before', () => {
  const shares = [2, 3, 4, 5].map((tint) => {
    const value = valueOf(`chart-${tint}`)
    assert.match(value, /^color-mix\(in oklab, var\(--color-focus\) \d+%, var\(--color-surface\)\)$/)
    return Number(/\d+(?=%)/.exec(value)?.[0])
  })
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  )
})

test('targets of keyboard and touch are 32 px high, 28 px when compact, and never under 24 px', () => {
  const heights = (name: string) =>
    [...css.matchAll(new RegExp(`--spacing-${name}: ([\\d.]+)rem;`, 'g'))].map(([, rem]) => Number(rem) * 16)
  assert.deepEqual(heights('control'), [32, 28])
  assert.deepEqual(heights('compact'), [28, 24])
  assert.deepEqual(heights('row'), [44, 36])
})

test('motion takes 120 to 180 ms', () => {
  const times = [...css.matchAll(/--motion-\w+: (\d+)ms;/g)].map(([, time]) => Number(time))
  assert.equal(times.length, 2)
  for (const time of times) assert.equal(time >= 120 && time <= 180, true)
})

/** Browsers blend encoded color values, not linear light. */
function over(fill: string, ground: string, theme: (typeof themes)[number]): Linear {
  const [top, below] = [colour(fill, theme), colour(ground, theme)]
  const mix = (one: number, other: number) => decode(encode(one) * top.alpha + encode(other) * (1 - top.alpha))
  return [mix(top.rgb[0], below.rgb[0]), mix(top.rgb[1], below.rgb[1]), mix(top.rgb[2], below.rgb[2])]
}

function colour(name: string, theme: (typeof themes)[number]): Colour {
  const value = valueOf(name)
  const alias = /^var\(--color-([a-z0-9-]+)\)$/.exec(value)?.[1]
  if (alias !== undefined) return colour(alias, theme)
  const found = value.replaceAll('var(--hue)', String(hue)).match(/oklch\([^)]*\)/g) ?? []
  const chosen = found[theme === 'dark' && found.length > 1 ? 1 : 0]
  if (chosen === undefined) throw new Error(`tokens.css has no colour named ${name}`)
  const [lightness = 0, chroma = 0, angle = 0, alpha = 1] = (chosen.match(/[\d.]+/g) ?? []).map(Number)
  const [red, green, blue] = toLinear({ lightness, chroma, hue: angle })
  return { rgb: [clip(red), clip(green), clip(blue)], alpha }
}

function valueOf(name: string): string {
  return new RegExp(`--color-${name}: (.*);`).exec(css)?.[1] ?? ''
}

/** Clips values outside sRGB. */
function clip(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}
