import { useId } from 'react'
import { useFieldControl } from '../components/field-context.ts'
import { Icon } from '../components/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { accentPresets } from './presets.ts'
import { ColorMark, Swatch } from './Swatch.tsx'

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
      // The invisible character gives the row the baseline of text, so that a label beside it lines up.
      className="flex flex-wrap items-center gap-2 before:-mr-2 before:content-['\200b'_/_'']"
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
        <ColorMark color={isOwn ? value : undefined} isChosen={isOwn}>
          {!isOwn && <Icon name="plus" size={14} className="text-muted" />}
        </ColorMark>
      </span>
    </div>
  )
}
