/** How wide the widest of some words is, in CSS pixels. */
export function widestLabel(labels: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 48
  context.font = font
  return Math.max(0, ...labels.map((label) => Math.ceil(context.measureText(label).width)))
}
