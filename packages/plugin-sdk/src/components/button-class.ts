import { classNames } from './class-names.ts'

/** How much a button asks to be pressed; one `primary` a page. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
/** How much room a button takes. */
export type ButtonSize = 'comfortable' | 'compact'

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-solid hover:bg-accent-strong active:bg-accent-strong',
  secondary: 'border-line bg-surface text-fg hover:bg-sunken active:bg-pressed',
  ghost: 'border-transparent text-muted hover:bg-hover hover:text-fg active:bg-pressed',
  danger: 'border-transparent bg-danger text-on-solid hover:bg-danger-strong active:bg-danger-strong',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  comfortable: 'h-control px-3 gap-2',
  compact: 'h-compact px-2.5 gap-1.5',
}

/** How something pressable looks, whether it is a button or a link. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'comfortable'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center rounded-control border text-sm font-medium',
    'whitespace-nowrap select-none transition-colors aria-disabled:cursor-default aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  )
}
