import { useId, type ButtonHTMLAttributes, type MouseEvent, type Ref } from 'react'
import { classNames } from './class-names.ts'
import { describedBy } from './described-by.ts'
import { DisabledReason } from './DisabledReason.tsx'
import { Icon } from './Icon.tsx'
import { inactivePress } from './inactive-press.ts'
import { Spinner } from './Spinner.tsx'
import { WithRefusal, type CallingProps } from './WithRefusal.tsx'

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label' | 'disabled'>, CallingProps {
  readonly icon: string
  /** The action of the button, as its accessible name and its tooltip. */
  readonly label: string
  readonly size?: 'comfortable' | 'compact'
  /** Shows that the press is being worked on; presses meanwhile do nothing. */
  readonly busy?: boolean
  /** Cannot be pressed, but stays reachable by keyboard so that its reason can be read. */
  readonly disabled?: boolean
  /** Why it cannot be pressed, in a sentence; with one it is disabled. */
  readonly disabledReason?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button that is only an icon.
 * @example <IconButton icon="trash" label={t('notes.delete')} onClick={remove} />
 * @since 1.0.0
 */
export function IconButton({ calls, ...props }: IconButtonProps) {
  if (calls === undefined) return <PlainIconButton {...props} />
  return (
    <WithRefusal calls={calls}>
      {(reason) => <PlainIconButton {...props} disabledReason={reason ?? props.disabledReason} />}
    </WithRefusal>
  )
}

function PlainIconButton(props: Omit<IconButtonProps, 'calls'>) {
  const { icon, label, size = 'comfortable', busy = false, disabled, disabledReason, className, ...rest } = props
  const reasonId = useId()
  const inactive = busy || disabled === true || disabledReason !== undefined
  const pixels = size === 'compact' ? 16 : 18
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
        aria-label={label}
        aria-disabled={inactive || undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy(rest['aria-describedby'], disabledReason !== undefined && reasonId)}
        title={disabledReason === undefined ? label : undefined}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors',
          'hover:bg-hover hover:text-fg active:bg-pressed data-popup-open:bg-hover data-popup-open:text-fg',
          'aria-disabled:cursor-default aria-disabled:opacity-55',
          size === 'compact' ? 'size-compact' : 'size-control',
          className,
        )}
      >
        {busy ? <Spinner /> : <Icon name={icon} size={pixels} />}
      </button>
    </DisabledReason>
  )
}
