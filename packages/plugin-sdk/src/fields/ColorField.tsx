import { useId, useState } from 'react'
import { accentPresets } from '../accent/presets.ts'
import { ColorMark, Swatch } from '../accent/Swatch.tsx'
import { useFieldControl } from '../components/field-context.ts'
import { Icon } from '../components/Icon.tsx'
import { Input } from '../components/Input.tsx'
import { FieldNote } from '../dates/FieldNote.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { colorProblem, readColor } from './color-text.ts'

/** A color to choose from. */
export interface ColorPreset {
  /** `#rrggbb`. */
  readonly color: string
  readonly label: string
}

export interface ColorFieldProps {
  /**
   * `#rrggbb`, or an empty string. Typed text that isn't a color is passed on unchanged and marked as invalid; a schema
   * of colors rejects it.
   */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Colors offered before the text field. Default: the eight accent colors. */
  readonly presets?: readonly ColorPreset[] | undefined
  /** Names the field; omit only inside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
}

/**
 * A color, picked from presets or the browser's palette, or typed as a hex value.
 * @example <ColorField label={t('stages.color')} value={color} onChange={setColor} />
 * @since 1.0.0
 */
export function ColorField(props: ColorFieldProps) {
  const { value, onChange, onBlur, presets, label, disabled = false } = props
  const { language } = useTranslation()
  const noteId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isToldByField = useFieldControl()['aria-invalid'] === true
  const problem = isToldByField || typed !== null ? undefined : colorProblem(value)?.[language]
  function read() {
    if (typed === null) return
    setTyped(null)
    const next = readColor(typed) ?? typed.trim()
    if (next !== value) onChange(next)
  }
  return (
    <span className="flex flex-col gap-1.5">
      <span className="flex flex-wrap items-center gap-2">
        <Presets value={value} presets={presets} disabled={disabled} onChange={onChange} />
        <Input
          className="w-36"
          value={typed ?? value}
          placeholder="#rrggbb"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && read()}
          onBlur={() => {
            read()
            onBlur?.()
          }}
          trailing={<Palette value={value} disabled={disabled} onChange={onChange} />}
          {...(label !== undefined && { 'aria-label': label })}
          {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': noteId })}
        />
      </span>
      <FieldNote id={noteId} problem={problem} />
    </span>
  )
}

type PartProps = Pick<ColorFieldProps, 'value' | 'onChange' | 'presets'> & { readonly disabled: boolean }

function Presets({ value, presets, disabled, onChange }: PartProps) {
  const { t } = useTranslation()
  const name = useId()
  const offered = presets ?? accentPresets.map(({ id, color }) => ({ color, label: t(`sdk.accent.${id}`) }))
  return (
    <span role="radiogroup" aria-label={t('sdk.color.presets')} className="flex flex-wrap items-center gap-1">
      {offered.map(({ color, label }) => (
        <Swatch
          key={color}
          name={name}
          label={label}
          color={color}
          checked={value.toLowerCase() === color.toLowerCase()}
          disabled={disabled}
          onChoose={() => onChange(color)}
        />
      ))}
    </span>
  )
}

/** The browser's own palette. */
function Palette({ value, disabled, onChange }: PartProps) {
  const { t } = useTranslation()
  const color = colorProblem(value) === undefined && value !== '' ? value : undefined
  return (
    <span className="relative mr-1 inline-flex size-compact shrink-0">
      <input
        type="color"
        aria-label={t('sdk.color.own')}
        title={t('sdk.color.own')}
        value={color ?? accentPresets[0]?.color ?? ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <ColorMark color={color} isChosen={false}>
        {color === undefined && <Icon name="plus" size={14} className="text-muted" />}
      </ColorMark>
    </span>
  )
}
