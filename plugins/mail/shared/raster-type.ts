/** Types of pictures that browsers draw without running or loading anything of them. */
export const rasterTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type RasterType = (typeof rasterTypes)[number]

/** The type of a picture by its first bytes, whatever its sender states; undefined for all else, SVG included. */
export function rasterType(bytes: Uint8Array): RasterType | undefined {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png'
  if (text(0, 3) === '\u00ff\u00d8\u00ff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'image/webp' : undefined
}
