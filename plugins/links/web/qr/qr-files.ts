import { qrModules, qrSvg, type QrOptions } from '@host/plugin-sdk'
import { logoPlace, type Logo } from './logo.ts'

/** A code that can be drawn. */
export interface QrPicture {
  readonly value: string
  readonly options: QrOptions
  readonly logo: Logo | undefined
  /** Pixels of each side, at least. */
  readonly size: number
}

/** No camera could read the code. */
export class Unreadable extends Error {}

export async function svgFile(name: string, picture: QrPicture): Promise<File> {
  await requireReadable(picture)
  return new File([svgText(picture)], `${name}.svg`, { type: 'image/svg+xml' })
}

export async function pngFile(name: string, picture: QrPicture): Promise<File> {
  await requireReadable(picture)
  const canvas = await drawn(picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('This browser can’t write the picture.')
  return new File([blob], `${name}.png`, { type: 'image/png' })
}

export function svgText({ value, options, logo }: Omit<QrPicture, 'size'>): string {
  const svg = qrSvg(value, options)
  if (logo === undefined) return svg
  const { x, y, width, height } = logoPlace(qrModules(value, options).length, options.border ?? 4, logo.ratio)
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const ground = `<rect ${place} fill="${options.background ?? 'white'}"/>`
  return svg.replace(/<\/svg>$/, `${ground}<image ${place} href="${logo.source}"/></svg>`)
}

/**
 * Reads a picture with a logo as a camera would, in a small and a large size.
 * @throws Unreadable
 */
async function requireReadable(picture: QrPicture): Promise<void> {
  if (picture.logo === undefined) return
  const { default: decode } = await import('qr/decode.js')
  for (const size of [256, 768]) {
    const { width, height, context } = await drawnPixels({ ...picture, size })
    if (readCode(decode, context.getImageData(0, 0, width, height)) !== picture.value) throw new Unreadable()
  }
}

type Decode = (image: { width: number; height: number; data: Uint8ClampedArray }) => string

function readCode(decode: Decode, { width, height, data }: ImageData): string | undefined {
  try {
    return decode({ width, height, data })
  } catch {
    return undefined
  }
}

async function drawn(picture: QrPicture): Promise<HTMLCanvasElement> {
  return (await drawnPixels(picture)).context.canvas
}

/** @throws Error where the browser can't draw */
async function drawnPixels({ value, options, logo, size }: QrPicture) {
  const modules = qrModules(value, options)
  const pixels = Math.ceil(size / modules.length)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * pixels
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t draw the picture.')
  context.fillStyle = options.background ?? 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = options.color ?? 'black'
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * pixels, y * pixels, pixels, pixels)
  }
  if (logo !== undefined) await drawLogo(context, { logo, options, modules: modules.length, pixels })
  return { context, width: canvas.width, height: canvas.height }
}

interface LogoDrawing {
  readonly logo: Logo
  readonly options: QrOptions
  readonly modules: number
  readonly pixels: number
}

async function drawLogo(
  context: CanvasRenderingContext2D,
  { logo, options, modules, pixels }: LogoDrawing,
): Promise<void> {
  const place = logoPlace(modules, options.border ?? 4, logo.ratio)
  const [x, y, width, height] = [place.x, place.y, place.width, place.height].map((part) => part * pixels)
  const box = [x ?? 0, y ?? 0, width ?? 0, height ?? 0] as const
  context.fillStyle = options.background ?? 'white'
  context.fillRect(...box)
  const picture = await createImageBitmap(logo.file)
  context.drawImage(picture, ...box)
  picture.close()
}
