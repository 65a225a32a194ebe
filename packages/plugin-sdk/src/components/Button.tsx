import { useId, type ButtonHTMLAttributes, type MouseEvent, type Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { classNames } from './class-names.ts'
import { describedBy } from './described-by.ts'
import { DisabledReason } from './DisabledReason.tsx'
import { Icon } from './Icon.tsx'
import { inactivePress } from './inactive-press.ts'
import { Spinner } from './Spinner.tsx'
import { WithRefusal, type CallingProps } from './WithRefusal.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'>, CallingProps {
  /** `secondary` when left out; one `primary` a page. */
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** A lucide name, before the text. */
  readonly icon?: string
  /** Shows that the press is being worked on; presses meanwhile do nothing. */
  readonly busy?: boolean
  /** Cannot be pressed, but stays reachable by keyboard so that its reason can be read. */
  readonly disabled?: boolean
  /** Why it cannot be pressed, in a sentence; with one it is disabled. */
  readonly disabledReason?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button. Its text begins with a verb.
 * @example <Button variant="primary" icon="plus" onClick={create}>{t('notes.create')}</Button>
 * @since 1.0.0
 */
export function Button({ calls, ...props }: ButtonProps) {
  if (calls === undefined) return <PlainButton {...props} />
  return (
    <WithRefusal calls={calls}>
      {(reason) => <PlainButton {...props} disabledReason={reason ?? props.disabledReason} />}
    </WithRefusal>
  )
}

function PlainButton(props: Omit<ButtonProps, 'calls'>) {
  const { variant, size, icon, busy = false, disabled, disabledReason, className, children, ...rest } = props
  const reasonId = useId()
  const inactive = busy || disabled === true || disabledReason !== undefined
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inactive) event.preventDefault()
    else props.onClick?.(event)
  }
  return (
    <DisabledReason id={reasonId} reason={disabledReason}>
      <button
        type="button"
        {...rest}
        {...(inactive && inactivePress)}
        onClick={press}
        aria-disabled={inactive || undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy(rest['aria-describedby'], disabledReason !== undefined && reasonId)}
        className={classNames(buttonClass(variant, size), className)}
      >
        {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
        {children}
      </button>
    </DisabledReason>
  )
}
