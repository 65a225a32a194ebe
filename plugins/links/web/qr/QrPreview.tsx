import { useMemo } from 'react'
import { qrModules, type QrOptions } from '@host/plugin-sdk'
import { logoPlace, type Logo } from './logo.ts'

export interface QrPreviewProps {
  readonly value: string
  readonly options: QrOptions
  readonly logo: Logo | undefined
  /** For screen readers. */
  readonly label: string
}

/** A code as it will be in the file. */
export function QrPreview({ value, options, logo, label }: QrPreviewProps) {
  const { level = 'M', border = 4, color = 'black', background = 'white' } = options
  const modules = useMemo(() => qrModules(value, { level, border }), [value, level, border])
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const place = logo && logoPlace(modules.length, border, logo.ratio)
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
      {place !== undefined && logo !== undefined && (
        <>
          <rect {...place} fill={background} />
          <image {...place} href={logo.source} preserveAspectRatio="none" />
        </>
      )}
    </svg>
  )
}
