import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { Icon } from './Icon.tsx'

export interface HelpLinkProps {
  /** The page's name in the help: `links` is `/help/links`. */
  readonly slug: string
  /** "Read more in the help" when left out. */
  readonly children?: ReactNode
}

/**
 * The way to a page of the help.
 * @example <HelpLink slug="notes" />
 * @since 1.0.0
 */
export function HelpLink({ slug, children }: HelpLinkProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={`~/help/${slug}`}
      className="inline-flex min-h-6 items-center gap-1 rounded-control text-sm text-accent-fg hover:underline"
    >
      <Icon name="circle-question-mark" size={14} />
      {children ?? t('sdk.help')}
    </Link>
  )
}
