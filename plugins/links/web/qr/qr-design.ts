import type { QrLevel, QrOptions } from '@host/plugin-sdk'
import type { Logo } from './logo.ts'

/** A code as its form has it. Colors may be empty: black, and white. */
export interface QrDesign {
  readonly color: string
  readonly background: string
  readonly level: QrLevel
  /** Modules of the quiet zone on each side. */
  readonly border: number
  /** Pixels of each side of a PNG, at least. */
  readonly size: number
  readonly logo: Logo | undefined
}

/** Pixels of a PNG that can be chosen: for a page, a screen, and print. */
export const sizes = [512, 1_024, 2_048] as const

/** Modules of the quiet zone that can be chosen. Cameras expect four (ISO/IEC 18004 §5.3.8). */
export const borders = [2, 4, 6, 8] as const

export const usualDesign: QrDesign = {
  color: '',
  background: '',
  level: 'M',
  border: 4,
  size: 1_024,
  logo: undefined,
}

/** The options of a design; undefined while a color is invalid. A logo hides modules, so it takes the highest correction. */
export function readDesign({ color, background, level, border, logo }: QrDesign): QrOptions | undefined {
  if (![color, background].every((each) => each === '' || /^#[\da-f]{6}$/i.test(each))) return undefined
  return {
    level: logo === undefined ? level : 'H',
    border,
    ...(color !== '' && { color }),
    ...(background !== '' && { background }),
  }
}
