import type { QrOptions } from '@host/plugin-sdk'

/**
 * Why cameras can't read a code in two colors: it must be dark on light, with a contrast of 3 to 1 (WCAG 2.2, 1.4.11).
 * Black on white where they are left out.
 */
export function colorProblem({
  color,
  background,
}: Pick<QrOptions, 'color' | 'background'>): 'inverted' | 'contrast' | undefined {
  const [dark, light] = [
    color === undefined ? 0 : luminanceOf(color),
    background === undefined ? 1 : luminanceOf(background),
  ]
  if (dark >= light) return 'inverted'
  return (light + 0.05) / (dark + 0.05) < 3 ? 'contrast' : undefined
}

/** @param color `#rrggbb` */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
