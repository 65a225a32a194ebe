/** The picture in the middle of a code. */

/** A picture that was chosen. */
export interface Logo {
  readonly file: File
  /** As a `data:` address. */
  readonly source: string
  /** Width by height. */
  readonly ratio: number
}

/** Pictures that are taken, and their bytes. */
export const logoTypes = 'image/png,image/jpeg,image/webp'
export const mostLogoBytes = 300_000

/**
 * The share of a code that a logo covers at most. With 20 percent, zbar and `qr` failed on square logos of dark colors; with 16, on none of
 * 270 samples.
 */
const mostArea = 0.14

/**
 * Modules at each side that a logo leaves free: the timing pattern is in the seventh row and column, and the last alignment
 * pattern begins nine modules before the end of both (ISO/IEC 18004 §5.3.4 and §5.3.5).
 */
const [timing, alignment] = [8, 10]

/** Where a picture is drawn, in modules. */
export interface LogoPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The place of a logo in the middle of a code.
 * @param modules of the code on each side, with its quiet zone
 */
export function logoPlace(modules: number, border: number, ratio: number): LogoPlace {
  const side = modules - 2 * border
  const area = side * side * mostArea
  const wide = Math.sqrt(area * ratio)
  const high = area / wide
  const [longer, shorter] = [Math.max(wide, high), Math.min(wide, high)]
  const shrunk = Math.min(1, (side - 2 * timing) / longer, (side - 2 * alignment) / shorter)
  const [width, height] = [wide * shrunk, high * shrunk]
  return { x: (modules - width) / 2, y: (modules - height) / 2, width, height }
}

/** @throws Error for a file that the browser can't decode */
export async function readLogo(file: File): Promise<Logo> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  picture.close()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const source = `data:${file.type};base64,${bytes.toBase64()}`
  return { file, source, ratio: width / height }
}
