import { Link, type LinkProps } from '../navigation/Link.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { Icon } from './Icon.tsx'

export interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: string
}

/**
 * A link that looks like a button, for going somewhere.
 * @example <ButtonLink to="/notes/new" icon="plus">{t('notes.create')}</ButtonLink>
 * @since 1.0.0
 */
export function ButtonLink({ variant = 'secondary', size, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass(variant, size)}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  )
}
