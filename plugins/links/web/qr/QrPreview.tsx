import { useMemo } from 'react'
import { qrModules, type QrOptions } from '@host/plugin-sdk'

export interface QrPreviewProps {
  readonly value: string
  readonly options: QrOptions
  /** For screen readers. */
  readonly label: string
}

/** A code as it will be in the file. */
export function QrPreview({ value, options, label }: QrPreviewProps) {
  const { level = 'M', color = 'black', background = 'white' } = options
  const modules = useMemo(() => qrModules(value, { level }), [value, level])
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-card border border-line"
    >
      <path fill={background} d={`M0 0h${modules.length}v${modules.length}H0z`} />
      <path fill={color} d={dark} />
    </svg>
  )
}
