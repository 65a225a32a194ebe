import { useId } from 'react'
import { classNames } from './class-names.ts'
import { describedBy } from './described-by.ts'
import { DisabledReason } from './DisabledReason.tsx'
import { useFieldControl } from './field-context.ts'
import { WithRefusal, type CallingProps } from './WithRefusal.tsx'

export interface ToggleProps extends CallingProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Names the setting; omit only inside a `Field`. */
  readonly label?: string
  readonly disabled?: boolean
  /** Why it cannot be switched, in a sentence; with one it is disabled. */
  readonly disabledReason?: string | undefined
  /** Id of the element that describes the setting. */
  readonly describedBy?: string
}

/**
 * A switch that takes effect at once.
 * @example <Toggle label={feature.title} checked={feature.enabled} onChange={setEnabled} />
 * @since 1.0.0
 */
export function Toggle({ calls, ...props }: ToggleProps) {
  if (calls === undefined) return <PlainToggle {...props} />
  return (
    <WithRefusal calls={calls}>
      {(reason) => <PlainToggle {...props} disabledReason={reason ?? props.disabledReason} />}
    </WithRefusal>
  )
}

function PlainToggle(props: Omit<ToggleProps, 'calls'>) {
  const { checked, onChange, label, disabled = false, disabledReason, describedBy: note } = props
  const reasonId = useId()
  const isInactive = disabled || disabledReason !== undefined
  const { required: _, 'aria-describedby': fieldNote, ...field } = useFieldControl()
  return (
    <DisabledReason id={reasonId} reason={disabledReason}>
      <button
        {...field}
        aria-describedby={describedBy(note ?? fieldNote, disabledReason !== undefined && reasonId)}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-disabled={isInactive || undefined}
        onClick={() => !isInactive && onChange(!checked)}
        // The invisible character gives the switch the baseline of text, so that a label beside it lines up.
        className="group inline-flex h-6 shrink-0 items-center rounded-full before:w-0 before:content-['\200b'_/_''] aria-disabled:cursor-default aria-disabled:opacity-55"
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
    </DisabledReason>
  )
}
