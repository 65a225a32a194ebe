import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'

export interface ToggleProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** What is switched; left out only inside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
  /** The id of the text that says why it cannot be switched, or what it does. */
  readonly describedBy?: string
}

/**
 * A switch that takes effect at once.
 * @example <Toggle label={feature.title} checked={feature.enabled} onChange={setEnabled} />
 * @since 1.0.0
 */
export function Toggle({ checked, onChange, label, disabled = false, describedBy }: ToggleProps) {
  const { required: _, ...field } = useFieldControl()
  return (
    <button
      {...field}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onChange(!checked)}
      className="group inline-flex h-6 shrink-0 items-center rounded-full aria-disabled:cursor-default aria-disabled:opacity-55"
    >
      <span
        className={classNames(
          'flex h-5 w-9 items-center rounded-full p-0.5 transition-colors',
          checked ? 'bg-accent group-hover:bg-accent-strong' : 'bg-control group-hover:bg-subtle',
        )}
      >
        <span
          className={classNames('size-4 rounded-full bg-on-solid transition-transform', checked && 'translate-x-4')}
        />
      </span>
    </button>
  )
}
