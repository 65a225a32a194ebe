import type { ReactNode } from 'react'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/Icon.tsx'

/** Props of `Swatch`. */
export interface SwatchProps {
  readonly name: string
  readonly label: string
  /** CSS color; undefined shows a cross. */
  readonly color: string | undefined
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChoose: () => void
}

/** A color to choose, as a radio button. */
export function Swatch({ name, label, color, checked, disabled = false, onChoose }: SwatchProps) {
  return (
    <label title={label} className="relative inline-flex size-control">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
      />
      <ColorMark color={color} isChosen={checked}>
        {color === undefined && <Icon name="x" size={14} className="text-muted" />}
      </ColorMark>
    </label>
  )
}

/** Props of `ColorMark`. */
export interface ColorMarkProps {
  readonly color: string | undefined
  readonly isChosen: boolean
  readonly children?: ReactNode
}

/** A round patch of a color; empty without one. */
export function ColorMark({ color, isChosen, children }: ColorMarkProps) {
  return (
    <span
      aria-hidden
      style={color === undefined ? undefined : { backgroundColor: color }}
      className={classNames(
        'pointer-events-none absolute inset-1 flex items-center justify-center rounded-full border transition-colors',
        isChosen && 'border-2 border-surface ring-2 ring-fg',
        !isChosen && (color === undefined ? 'border-control bg-surface' : 'border-transparent'),
      )}
    >
      {children}
    </span>
  )
}
