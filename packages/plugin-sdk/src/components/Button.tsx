import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** `secondary` when left out; one `primary` a page. */
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** A lucide name, before the text. */
  readonly icon?: string
  /** Shows that the press is being worked on; presses meanwhile do nothing. */
  readonly busy?: boolean
  /** Cannot be pressed, but stays reachable by keyboard so that its reason can be read. */
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button. Its text begins with a verb.
 * @example <Button variant="primary" icon="plus" onClick={create}>{t('notes.create')}</Button>
 * @since 1.0.0
 */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size, icon, busy = false, disabled = false, className, children, ...rest } = props
  const inactive = busy || disabled
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inactive) event.preventDefault()
    else props.onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}
