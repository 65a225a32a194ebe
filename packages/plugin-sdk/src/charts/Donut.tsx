import type { ReactNode } from 'react'
import { useFormat } from '../i18n/useFormat.ts'
import { isKnown } from './chart-data.ts'
import { cellOf } from './ChartTable.tsx'
import { tintOf } from './tints.ts'

/** A part of a whole. */
export interface DonutPart {
  readonly label: string
  /** Not negative. */
  readonly value: number
}

export interface DonutProps {
  /** Title of the whole; used as the caption of the table next to the ring. */
  readonly label: string
  /** At most five, largest first: more can't be distinguished. */
  readonly parts: readonly DonutPart[]
  /** In the middle: the whole, or the one number that counts. */
  readonly center?: ReactNode
  readonly formatValue?: (value: number) => string
}

/**
 * Shares of a whole as a ring, with a table beside it that says each.
 * @example <Donut label={t('features.byState')} parts={[{ label: t('features.on'), value: 9 }, { label: t('features.off'), value: 3 }]} />
 * @since 1.0.0
 */
export function Donut({ label, parts, center, formatValue }: DonutProps) {
  const format = useFormat()
  const write = formatValue ?? format.number
  const whole = parts.reduce((sum, { value }) => sum + sizeOf(value), 0)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="relative shrink-0">
        <svg aria-hidden width="112" height="112" viewBox="0 0 112 112">
          {whole === 0 && <path d={arc(0, 1)} className="fill-chart-5" fillRule="evenodd" />}
          {arcsOf(parts, whole).map(({ label: name, path, index }) => (
            <path
              key={name}
              d={path}
              fillRule="evenodd"
              className={`stroke-surface ${tintOf(index)}`}
              strokeWidth="1.5"
            />
          ))}
        </svg>
        {center !== undefined && (
          <div className="absolute inset-0 flex flex-col items-center justify-center text-xl font-semibold">
            {center}
          </div>
        )}
      </div>
      <table className="min-w-40 flex-1 text-sm">
        <caption className="sr-only">{label}</caption>
        <tbody>
          {parts.map(({ label: name, value }, index) => (
            <tr key={name}>
              <th scope="row" className="py-1 pr-3 text-left font-medium">
                <span className="flex items-center gap-2">
                  <svg aria-hidden width="8" height="8" className={`shrink-0 ${tintOf(index)}`}>
                    <rect width="8" height="8" rx="2" />
                  </svg>
                  {name}
                </span>
              </th>
              <td className="py-1 text-right font-semibold">{cellOf(value, write)}</td>
              <td className="w-16 py-1 text-right text-subtle">
                {format.percent(whole === 0 ? 0 : sizeOf(value) / whole)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function arcsOf(parts: readonly DonutPart[], whole: number) {
  if (whole === 0) return []
  return parts.flatMap(({ label, value }, index) => {
    const before = parts.slice(0, index).reduce((sum, part) => sum + sizeOf(part.value), 0)
    const size = sizeOf(value)
    return size === 0 ? [] : [{ label, index, path: arc(before / whole, (before + size) / whole) }]
  })
}

/** Negative and unknown values take no space in the ring. */
function sizeOf(value: number): number {
  return isKnown(value) && value > 0 ? value : 0
}

const [middle, outer, inner] = [56, 54, 40]

/** A part of the ring between two shares of the whole, clockwise from the top. */
function arc(from: number, to: number): string {
  if (to - from >= 1) return `${circle(outer)}${circle(inner)}`
  const isLarge = to - from > 0.5 ? 1 : 0
  const [a, b] = [point(from, outer), point(to, outer)]
  const [c, d] = [point(to, inner), point(from, inner)]
  return `M${a}A${outer} ${outer} 0 ${isLarge} 1 ${b}L${c}A${inner} ${inner} 0 ${isLarge} 0 ${d}Z`
}

function circle(radius: number): string {
  const [top, bottom] = [point(0, radius), point(0.5, radius)]
  return `M${top}A${radius} ${radius} 0 1 1 ${bottom}A${radius} ${radius} 0 1 1 ${top}Z`
}

function point(share: number, radius: number): string {
  const angle = share * 2 * Math.PI
  return `${(middle + radius * Math.sin(angle)).toFixed(2)} ${(middle - radius * Math.cos(angle)).toFixed(2)}`
}
