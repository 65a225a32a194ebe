import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Contrast as WCAG 2.2 computes it, for each text on each surface that it stands on. A translucent colour is laid
 * over the surface first; glass is judged on the page behind it.
 */
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const hue = Number(/--hue: (\d+)/.exec(css)?.[1])

type Rgb = readonly [number, number, number]
interface Colour {
  readonly rgb: Rgb
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

describe.each(themes)('in the %s theme', (theme) => {
  test.each(pairs)('%s is readable on %s (4.5:1)', (text, ground) => {
    expect(contrast(colour(text, theme).rgb, colour(ground, theme).rgb)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['muted', 'fg'])('%s stays readable on what is pointed at or pressed', (text) => {
    for (const [fill, ground] of ['hover', 'pressed'].flatMap((one) => surfaces.map((two) => [one, two] as const))) {
      expect(contrast(colour(text, theme).rgb, over(fill, ground, theme))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(['fg', 'muted', 'subtle'])('%s is readable on glass', (text) => {
    expect(contrast(colour(text, theme).rgb, over('glass', 'canvas', theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['control', 'focus', 'accent'])('%s stands out from what is around it (3:1)', (line) => {
    for (const ground of ['canvas', 'surface', 'raised']) {
      expect(contrast(colour(line, theme).rgb, colour(ground, theme).rgb)).toBeGreaterThanOrEqual(3)
    }
  })
})

test('the frame of the console is dark in both themes, and what stands on it is the dark theme', () => {
  for (const text of ['fg', 'muted', 'subtle']) {
    expect(contrast(colour(text, 'dark').rgb, colour('console', 'light').rgb)).toBeGreaterThanOrEqual(4.5)
  }
})

/** Browsers lay colours over each other as they are encoded, not as light adds up. */
function over(fill: string, ground: string, theme: (typeof themes)[number]): Rgb {
  const [top, below] = [colour(fill, theme), colour(ground, theme)]
  const mix = (one: number, other: number) => decode(encode(one) * top.alpha + encode(other) * (1 - top.alpha))
  return [mix(top.rgb[0], below.rgb[0]), mix(top.rgb[1], below.rgb[1]), mix(top.rgb[2], below.rgb[2])]
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function colour(name: string, theme: (typeof themes)[number]): Colour {
  const value = new RegExp(`--color-${name}: (.*);`).exec(css)?.[1] ?? ''
  const found = value.replaceAll('var(--hue)', String(hue)).match(/oklch\([^)]*\)/g) ?? []
  const chosen = found[theme === 'dark' && found.length > 1 ? 1 : 0]
  if (chosen === undefined) throw new Error(`tokens.css has no colour named ${name}`)
  const [lightness = 0, chroma = 0, angle = 0, alpha = 1] = (chosen.match(/[\d.]+/g) ?? []).map(Number)
  return { rgb: toLinearRgb(lightness, chroma, angle), alpha }
}

/** oklch to linear sRGB, after Björn Ottosson; what sRGB cannot show is cut off. */
function toLinearRgb(lightness: number, chroma: number, angle: number): Rgb {
  const a = chroma * Math.cos((angle * Math.PI) / 180)
  const b = chroma * Math.sin((angle * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function clip(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
