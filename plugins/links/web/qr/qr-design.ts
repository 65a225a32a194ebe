import type { QrLevel, QrOptions } from '@host/plugin-sdk'

/** A code as its form has it. Colors may be empty: black, and white. */
export interface QrDesign {
  readonly color: string
  readonly background: string
  readonly level: QrLevel
}

export const usualDesign: QrDesign = { color: '', background: '', level: 'M' }

/** The options of a design; undefined while a color is invalid. */
export function readDesign({ color, background, level }: QrDesign): QrOptions | undefined {
  if (![color, background].every((each) => each === '' || /^#[\da-f]{6}$/i.test(each))) return undefined
  return { level, ...(color !== '' && { color }), ...(background !== '' && { background }) }
}
