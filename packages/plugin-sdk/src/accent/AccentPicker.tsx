import { useId, type ReactNode } from 'react'
import { classNames } from '../components/class-names.ts'
import { useFieldControl } from '../components/field-context.ts'
import { Icon } from '../components/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { accentPresets } from './presets.ts'

export interface AccentPickerProps {
  /** "#rrggbb", or null for the product's default color. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly onBlur?: () => void
}

/**
 * Picks one of eight preset colors, a custom color or the product default. Place it in a `Field`. Arrow keys move the
 * selection.
 * @example <Field label={t('notes.color')}><AccentPicker value={accent} onChange={setAccent} /></Field>
 * @since 1.0.0
 */
export function AccentPicker({ value, onChange, onBlur }: AccentPickerProps) {
  const { t } = useTranslation()
  const { id, required, ...field } = useFieldControl()
  const name = useId()
  const isOwn = value !== null && !accentPresets.some(({ color }) => color === value)
  return (
    <div
      {...field}
      id={id}
      role="radiogroup"
      aria-required={required || undefined}
      aria-labelledby={id === undefined ? undefined : `${id}-label`}
      onBlur={onBlur}
      className="flex flex-wrap items-center gap-2"
    >
      <Swatch
        name={name}
        label={t('sdk.accent.product')}
        color={undefined}
        checked={value === null}
        onChoose={() => onChange(null)}
      />
      {accentPresets.map(({ id: preset, color }) => (
        <Swatch
          key={preset}
          name={name}
          label={t(`sdk.accent.${preset}`)}
          color={color}
          checked={value === color}
          onChoose={() => onChange(color)}
        />
      ))}
      <span className="relative inline-flex size-control">
        <input
          type="color"
          aria-label={t('sdk.accent.own')}
          title={t('sdk.accent.own')}
          value={value ?? accentPresets[0]?.color ?? ''}
          onChange={(event) => onChange(event.target.value)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <Mark color={isOwn ? value : undefined} isChosen={isOwn}>
          {!isOwn && <Icon name="plus" size={14} className="text-muted" />}
        </Mark>
      </span>
    </div>
  )
}

interface SwatchProps {
  readonly name: string
  readonly label: string
  /** Undefined for the product's own. */
  readonly color: string | undefined
  readonly checked: boolean
  readonly onChoose: () => void
}

function Swatch({ name, label, color, checked, onChoose }: SwatchProps) {
  return (
    <label title={label} className="relative inline-flex size-control">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
      />
      <Mark color={color} isChosen={checked}>
        {color === undefined && <Icon name="x" size={14} className="text-muted" />}
      </Mark>
    </label>
  )
}

interface MarkProps {
  readonly color: string | undefined
  readonly isChosen: boolean
  readonly children: ReactNode
}

function Mark({ color, isChosen, children }: MarkProps) {
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
