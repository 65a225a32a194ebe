/*
 * The accent tokens of a workspace that has set a custom color.
 *
 * Hue and chroma are preserved so that the color stays recognizable; lightness is adjusted as far as readability
 * requires, separately for each theme. For any color, white is readable on `accent` and `accent-strong`, `accent-fg` is
 * readable on every surface and on `accent-soft` (4.5:1), and `accent` and `focus` stand out from every surface (3:1).
 */
import { contrast, fromHex, toHex, toLinear, toOklch, type LinearColor, type Oklch } from './oklch.ts'

/** Custom properties of an accent, by name. */
export type AccentTokens = Readonly<Record<string, string>>

/** Names of the color tokens of an accent, each a custom property `--color-<name>`. */
export const accentTones = ['accent', 'accent-strong', 'accent-fg', 'accent-soft', 'focus'] as const

/**
 * Computes the custom properties that a color of a workspace or of the instance sets on the root element.
 * @example accentTokens('#0a7d5c')['--color-accent'] // 'light-dark(#0a7d5c, #0c825f)'
 * @since 1.0.0
 */
export function accentTokens(color: string): AccentTokens {
  const chosen = toOklch(fromHex(color))
  const [light, dark] = [tones(chosen, lightTheme), tones(chosen, darkTheme)]
  const both = accentTones.map((tone) => [`--color-${tone}`, `light-dark(${light[tone]}, ${dark[tone]})`] as const)
  // A gray has no hue to tint the neutral colors with.
  const hue = chosen.chroma < 0.02 ? [] : [['--hue', chosen.hue.toFixed(1)] as const]
  return Object.fromEntries<string>([...hue, ...both])
}

type Tones = Readonly<Record<(typeof accentTones)[number], string>>

interface Tone {
  readonly lightness: number
  readonly chroma: number
}

interface Theme {
  /** The surface on which text and lines of this theme are hardest to see, and how light it is. */
  readonly ground: LinearColor
  readonly strong: number
  readonly fg: Tone
  readonly soft: Tone
  readonly focus: Tone
}

const white: LinearColor = [1, 1, 1]
/** A little more than the rule asks, because surfaces take a trace of the hue. */
const [text, graphic] = [4.6, 3.1]

const lightTheme: Theme = {
  ground: toLinear({ lightness: 0.966, chroma: 0, hue: 0 }),
  strong: -0.06,
  fg: { lightness: 0.48, chroma: 0.2 },
  soft: { lightness: 0.955, chroma: 0.022 },
  focus: { lightness: 0.56, chroma: 0.19 },
}
const darkTheme: Theme = {
  ground: toLinear({ lightness: 0.245, chroma: 0, hue: 0 }),
  strong: -0.055,
  fg: { lightness: 0.775, chroma: 0.115 },
  soft: { lightness: 0.295, chroma: 0.06 },
  focus: { lightness: 0.7, chroma: 0.15 },
}

function tones(chosen: Oklch, theme: Theme): Tones {
  const tinted = ({ lightness, chroma }: Tone): Oklch => ({
    lightness,
    chroma: Math.min(chroma, chosen.chroma),
    hue: chosen.hue,
  })
  const readable = (on: LinearColor) => (color: LinearColor) => contrast(color, on) >= text
  const visible = (color: LinearColor) => contrast(color, theme.ground) >= graphic
  const accent = nearest(chosen, (color) => readable(white)(color) && visible(color))
  const below = toOklch(fromHex(accent)).lightness + theme.strong
  const soft = nearest(tinted(theme.soft), () => true)
  return {
    accent,
    'accent-strong': nearest({ ...chosen, lightness: below }, readable(white)),
    'accent-fg': nearest(tinted(theme.fg), (color) => readable(theme.ground)(color) && readable(fromHex(soft))(color)),
    'accent-soft': soft,
    focus: nearest(tinted(theme.focus), visible),
  }
}

/**
 * The color closest in lightness that passes `holds`, checked as it is drawn: within sRGB and rounded to 8 bits per
 * channel.
 */
function nearest(wanted: Oklch, holds: (color: LinearColor) => boolean): string {
  for (let distance = 0; distance <= 1; distance += 0.004) {
    for (const lightness of [wanted.lightness - distance, wanted.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue
      const hex = toHex(toLinear(withinScreen({ ...wanted, lightness })))
      if (holds(fromHex(hex))) return hex
    }
  }
  throw new Error('No lightness of this color can be read.')
}

/** The same lightness and hue with as much chroma as a screen shows. */
function withinScreen(color: Oklch): Oklch {
  if (isShown(color)) return color
  let [least, most] = [0, color.chroma]
  while (most - least > 0.001) {
    const middle = (least + most) / 2
    if (isShown({ ...color, chroma: middle })) least = middle
    else most = middle
  }
  return { ...color, chroma: least }
}

function isShown(color: Oklch): boolean {
  return toLinear(color).every((channel) => channel > -0.0005 && channel < 1.0005)
}
