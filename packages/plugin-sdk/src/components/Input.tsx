import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { useFieldControl } from './field-context.ts'
import { Icon } from './Icon.tsx'

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** A lucide name, inside at the start. */
  readonly icon?: string
  /** Short text before the value that is part of its meaning, such as `https://`. */
  readonly prefix?: string
  /** Short text after the value, such as a unit. */
  readonly suffix?: string
  /** A control inside at the end, such as an `IconButton`. */
  readonly trailing?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A line of text. Inside a `Field` it takes label, hint and error from there.
 * @example <Field label={t('notes.name')}><Input value={name} onChange={(event) => setName(event.target.value)} /></Field>
 * @since 1.0.0
 */
export function Input({ icon, prefix, suffix, trailing, className, ...rest }: InputProps) {
  const field = useFieldControl()
  return (
    <span
      className={classNames('flex h-control items-center has-[input:read-only]:bg-sunken', controlClass, className)}
    >
      {icon !== undefined && <Icon name={icon} className="ml-2.5 text-subtle" />}
      {prefix !== undefined && (
        <span aria-disabled={rest.disabled} className="pl-2.5 text-subtle select-none">
          {prefix}
        </span>
      )}
      <input
        {...field}
        {...rest}
        className="h-full w-full min-w-0 flex-1 bg-transparent px-2.5 outline-none read-only:text-muted"
      />
      {suffix !== undefined && (
        <span aria-disabled={rest.disabled} className="pr-2.5 text-subtle select-none">
          {suffix}
        </span>
      )}
      {trailing}
    </span>
  )
}
