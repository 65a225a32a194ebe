import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'

/** One of the options of a group. */
export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Effect of the option. */
  readonly description?: ReactNode
  readonly disabled?: boolean
}

export interface RadioProps<Value extends string> {
  /** Nothing is chosen while it is undefined. */
  readonly value: Value | undefined
  readonly options: readonly RadioOption<Value>[]
  readonly onChange: (value: Value) => void
  /** Names the choice; omit only inside a `Field`. */
  readonly label?: string
  /** Beside each other rather than below. */
  readonly isInline?: boolean
}

/**
 * Selects one of a few options that are all visible. Arrow keys move the selection, as in any radio group.
 * @example <Radio label={t('notes.color')} value={color} options={colors} onChange={setColor} />
 * @since 1.0.0
 */
export function Radio<Value extends string>(props: RadioProps<Value>) {
  const { value, options, onChange, label, isInline = false } = props
  const { id, required, ...field } = useFieldControl()
  const name = useId()
  return (
    <div
      {...field}
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label === undefined && id !== undefined ? `${id}-label` : undefined}
      aria-required={required || undefined}
      className={classNames('flex gap-2', isInline ? 'flex-wrap gap-x-5' : 'flex-col')}
    >
      {options.map((option) => (
        <RadioButton
          key={option.value}
          {...option}
          name={name}
          checked={option.value === value}
          onChoose={() => onChange(option.value)}
        />
      ))}
    </div>
  )
}

interface RadioButtonProps extends Omit<RadioOption<string>, 'value'> {
  readonly name: string
  readonly checked: boolean
  readonly onChoose: () => void
}

function RadioButton({ name, checked, onChoose, label, description, disabled = false }: RadioButtonProps) {
  const id = useId()
  return (
    <span className={classNames('-ml-1 flex min-h-6 items-start gap-1.5', disabled && 'opacity-55')}>
      <span className="relative flex size-6 shrink-0 items-center justify-center">
        <input
          id={id}
          type="radio"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-describedby={description === undefined ? undefined : `${id}-means`}
          onChange={onChoose}
          className="absolute inset-1 size-4 appearance-none rounded-full border border-control bg-surface transition-colors before:absolute before:-inset-1 checked:border-transparent checked:bg-accent hover:border-muted"
        />
        {checked && <span className="pointer-events-none relative size-1.5 rounded-full bg-on-solid" />}
      </span>
      <span className="min-w-0 pt-0.5">
        <label htmlFor={id} className="block text-sm">
          {label}
        </label>
        {description !== undefined && (
          <span id={`${id}-means`} className="block text-xs text-subtle">
            {description}
          </span>
        )}
      </span>
    </span>
  )
}
