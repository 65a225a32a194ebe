import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  readonly icon: string
  /** What the button does, for those who do not see the icon and for those who point at it. */
  readonly label: string
  readonly size?: 'comfortable' | 'compact'
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button that is only an icon.
 * @since 1.0.0
 */
export function IconButton({ icon, label, size = 'comfortable', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors',
        'hover:bg-hover hover:text-fg active:bg-pressed data-popup-open:bg-hover data-popup-open:text-fg',
        size === 'compact' ? 'size-compact' : 'size-control',
        className,
      )}
    >
      <Icon name={icon} size={size === 'compact' ? 16 : 18} />
    </button>
  )
}
