/*
 * Conversions between colors as tokens.css writes them and as browsers draw them, after Björn Ottosson.
 *
 *   "#rrggbb" ── fromHex ──► linear sRGB ◄── toLinear / toOklch ──► oklch
 *
 * Contrast is computed from linear sRGB.
 */

/** Linear sRGB; its channels are between 0 and 1 when a screen can show the color. */
export type LinearColor = readonly [red: number, green: number, blue: number]

/** A color by lightness from 0 to 1, chroma from 0 and hue in degrees. */
export interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** Whether a text is a valid workspace color, "#rrggbb". */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Reads "#rrggbb". */
export function fromHex(hex: string): LinearColor {
  const channel = (start: number) => decode(Number.parseInt(hex.slice(start, start + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

/** Writes "#rrggbb"; channels outside 0 and 1 are clipped. */
export function toHex(color: LinearColor): string {
  const channel = (value: number) =>
    Math.round(encode(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${color.map(channel).join('')}`
}

/** Converts to linear sRGB; channels outside 0 and 1 are outside the gamut. */
export function toLinear({ lightness, chroma, hue }: Oklch): LinearColor {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The other way round. */
export function toOklch([red, green, blue]: LinearColor): Oklch {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Contrast as WCAG 2.2 computes it: 1 to 21. */
export function contrast(one: LinearColor, other: LinearColor): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** A channel of linear light as screens encode it. */
export function encode(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
}

/** An encoded channel as linear light. */
export function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function luminance([red, green, blue]: LinearColor): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
