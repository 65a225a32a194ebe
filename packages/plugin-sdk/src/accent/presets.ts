import { toHex, toLinear } from '@host/plugin/wire'

/** A preset color; `id` is the key of its label. */
export interface AccentPreset {
  readonly id: (typeof hues)[number][0]
  /** "#rrggbb". */
  readonly color: string
}

/** Equally strong, so that none looks more important than another; the last is nearly grey. */
const hues = [
  ['blue', 250, 0.17],
  ['teal', 195, 0.1],
  ['green', 152, 0.13],
  ['olive', 115, 0.11],
  ['amber', 65, 0.12],
  ['red', 25, 0.18],
  ['pink', 350, 0.18],
  ['slate', 255, 0.035],
] as const

/** The preset colors offered to a workspace. */
export const accentPresets: readonly AccentPreset[] = hues.map(([id, hue, chroma]) => ({
  id,
  color: toHex(toLinear({ lightness: 0.53, chroma, hue })),
}))
