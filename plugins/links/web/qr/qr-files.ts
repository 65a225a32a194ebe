import { qrModules, qrSvg, type QrOptions } from '@host/plugin-sdk'

/** Pixels of a module in a PNG; codes of links have 33 to 69 modules on each side. */
const pixels = 16

export function svgFile(name: string, value: string, options: QrOptions): File {
  return new File([qrSvg(value, options)], `${name}.svg`, { type: 'image/svg+xml' })
}

/** @throws Error where the browser can't draw */
export async function pngFile(name: string, value: string, options: QrOptions): Promise<File> {
  const modules = qrModules(value, options)
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
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('This browser can’t write the picture.')
  return new File([blob], `${name}.png`, { type: 'image/png' })
}
