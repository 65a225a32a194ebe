import type { ReactNode } from 'react'
import { useHelp } from '../help/help-context.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useApiHref } from '../navigation/useApiHref.ts'
import { isPlainClick } from '../navigation/is-plain-click.ts'
import { Icon } from './Icon.tsx'

export interface HelpLinkProps {
  /** The page's name in the help: `links` is `/help/links`. */
  readonly slug: string
  /** Words of its own; a question mark when left out, which stands after the other actions of a page's head. */
  readonly children?: ReactNode
}

/**
 * A link to a page of the help, in the reader's language. The shells show it over the page, so that nothing typed is
 * lost; a new tab shows it at an address of its own.
 * @example <HelpLink slug="notes" />
 * @since 1.0.0
 */
export function HelpLink({ slug, children }: HelpLinkProps) {
  const { t, language } = useTranslation()
  const openHelp = useHelp()
  const apiHref = useApiHref()
  const isIcon = children === undefined
  return (
    <a
      href={apiHref(`/help/${slug}?lang=${language}`)}
      onClick={(event) => {
        if (openHelp === undefined || !isPlainClick(event, event.currentTarget)) return
        event.preventDefault()
        openHelp(slug)
      }}
      {...(isIcon && { 'aria-label': t('sdk.help'), title: t('sdk.help') })}
      className={
        isIcon
          ? 'order-last inline-flex size-compact shrink-0 items-center justify-center rounded-control text-subtle transition-colors hover:bg-hover hover:text-fg'
          : 'inline-flex min-h-6 items-center gap-1 rounded-control text-sm text-accent-fg hover:underline'
      }
    >
      <Icon name="circle-question-mark" size={isIcon ? 18 : 14} />
      {children}
    </a>
  )
}
