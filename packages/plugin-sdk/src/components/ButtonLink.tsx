import { Link, type LinkProps } from '../navigation/Link.tsx'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { WithRefusal, type CallingProps } from './WithRefusal.tsx'

export interface ButtonLinkProps extends Omit<LinkProps, 'className'>, CallingProps {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: string
}

/**
 * A link that looks like a button, for going somewhere.
 * @example <ButtonLink to="/notes/new" icon="plus">{t('notes.create')}</ButtonLink>
 * @since 1.0.0
 */
export function ButtonLink({ calls, ...props }: ButtonLinkProps) {
  if (calls === undefined) return <PlainLink {...props} />
  return (
    <WithRefusal calls={calls}>
      {(reason) => (reason === undefined ? <PlainLink {...props} /> : <RefusedLink {...props} reason={reason} />)}
    </WithRefusal>
  )
}

interface RefusedLinkProps extends Omit<ButtonLinkProps, 'calls'> {
  readonly reason: string
}

/** A button in place of the link, since a link can't be disabled. */
function RefusedLink({ variant = 'secondary', size = 'comfortable', icon, children, reason }: RefusedLinkProps) {
  return (
    <Button variant={variant} size={size} {...(icon !== undefined && { icon })} disabledReason={reason}>
      {children}
    </Button>
  )
}

function PlainLink({ variant = 'secondary', size, icon, children, ...rest }: Omit<ButtonLinkProps, 'calls'>) {
  return (
    <Link {...rest} className={buttonClass(variant, size)}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  )
}
