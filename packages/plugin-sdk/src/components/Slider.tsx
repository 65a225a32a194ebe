import type { CSSProperties, ReactNode } from 'react'
import { useFieldControl } from './field-context.ts'

export interface SliderProps {
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Names the setting; omit only inside a `Field`. */
  readonly label?: string
  /** The value as people say it, such as `40%`; the bare number when left out. */
  readonly format?: (value: number) => string
  readonly disabled?: boolean
  /** Labels of both ends. */
  readonly ends?: readonly [least: ReactNode, most: ReactNode]
}

/**
 * A number in a range where the exact one matters little. Arrows go by steps, Page Up and Page Down by tenths.
 * @example <Slider label={t('notes.size')} value={size} onChange={setSize} format={format.percent} max={1} step={0.01} />
 * @since 1.0.0
 */
export function Slider(props: SliderProps) {
  const { value, onChange, min = 0, max = 100, step = 1, label, format = String, disabled = false, ends } = props
  const { required: _, ...field } = useFieldControl()
  const text = format(value)
  return (
    <span className="flex flex-col">
      <span className="flex h-control items-center gap-3">
        <input
          {...field}
          type="range"
          value={value}
          min={min}
          max={max}
          step={step}
          aria-label={label}
          aria-valuetext={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          style={{ '--fill': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
          className="range-control h-6 min-w-0 flex-1 disabled:opacity-55"
        />
        <output aria-hidden className="min-w-10 text-right text-sm text-muted">
          {text}
        </output>
      </span>
      {ends !== undefined && (
        <span aria-hidden className="flex justify-between text-xs text-subtle">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
      )}
    </span>
  )
}
