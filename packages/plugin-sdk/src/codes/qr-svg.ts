import { encode } from 'uqr'
import { qrPath } from './qr-drawing.ts'

/** How much of a code may be damaged: about 7, 15, 25 and 30 percent. */
export type QrLevel = 'L' | 'M' | 'Q' | 'H'

/** How a code is drawn. */
export interface QrOptions {
  /** `M` when left out. */
  readonly level?: QrLevel
  /** Of the dark modules, `#rrggbb`; black when left out. */
  readonly color?: string
  /** `#rrggbb`; white when left out. */
  readonly background?: string
  /** Modules of the quiet zone on each side; 4 when left out, which cameras expect (ISO/IEC 18004). */
  readonly border?: number
}

/**
 * The modules of a QR code with its quiet zone, row by row; dark where true. For drawings of your own.
 * @throws RangeError when `value` is longer than a code can hold
 * @example const rows = qrModules('https://go.example.com/sale', { level: 'H' })
 * @since 1.1.0
 */
export function qrModules(value: string, { level = 'M', border = 4 }: QrOptions = {}): readonly (readonly boolean[])[] {
  return encode(value, { ecc: level, border }).data
}

/**
 * A QR code as a standalone SVG file.
 * @throws RangeError when `value` is longer than a code can hold
 * @example downloadFile(new File([qrSvg(link.shortUrl, { color: '#1d3557' })], 'sale.svg', { type: 'image/svg+xml' }))
 * @since 1.1.0
 */
export function qrSvg(value: string, options: QrOptions = {}): string {
  const modules = qrModules(value, options)
  const { color = 'black', background = 'white' } = options
  const size = modules.length
  const attributes = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  const ground = `<path fill="${background}" d="M0 0h${size}v${size}H0z"/>`
  return `<svg ${attributes}>${ground}<path fill="${color}" d="${qrPath(modules)}"/></svg>`
}
