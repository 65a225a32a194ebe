import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Icon } from './Icon.tsx'

export interface HelpLinkProps {
  /** The page's name in the help: `links` is `/help/links`. */
  readonly slug: string
  /** "Read more in the help" when left out. */
  readonly children?: ReactNode
}

/**
 * The way to a page of the help, which the server renders: it leaves the shell, and is read in the language of the shell.
 * @example <HelpLink slug="notes" />
 * @since 1.0.0
 */
export function HelpLink({ slug, children }: HelpLinkProps) {
  const { t, language } = useTranslation()
  return (
    <a
      href={`/help/${slug}?lang=${language}`}
      className="inline-flex min-h-6 items-center gap-1 rounded-control text-sm text-accent-fg hover:underline"
    >
      <Icon name="circle-question-mark" size={14} />
      {children ?? t('sdk.help')}
    </a>
  )
}
