import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { useFieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** A lucide name, inside at the start. */
  readonly icon?: string
  /** A control inside at the end, such as an `IconButton`. */
  readonly trailing?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A line of text. Inside a `Field` it takes label, hint and error from there.
 * @since 1.0.0
 */
export function Input({ icon, trailing, className, ...rest }: InputProps) {
  const field = useFieldControl()
  return (
    <span className={classNames('relative flex', className)}>
      {icon !== undefined && <Icon name={icon} className="pointer-events-none absolute top-2 left-2.5 text-subtle" />}
      <input
        {...field}
        {...rest}
        className={classNames(
          'h-control w-full min-w-0 rounded-control border border-control bg-surface px-2.5 text-base text-fg',
          'transition-colors hover:border-muted focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus',
          'read-only:bg-sunken read-only:text-muted aria-invalid:border-danger disabled:opacity-55',
          icon !== undefined && 'pl-8',
          trailing !== undefined && 'pr-9',
        )}
      />
      {trailing !== undefined && <span className="absolute top-0.5 right-0.5">{trailing}</span>}
    </span>
  )
}
