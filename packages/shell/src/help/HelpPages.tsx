import { listHelpPages, type ListedHelpPage } from '@host/platform-api/help'
import { ErrorNote, SkeletonRows, useApiHref, useQuery, useTranslation } from '@host/plugin-sdk'
import { isPlainClick } from '@host/plugin-sdk/shell'

export interface HelpPagesProps {
  /** The text to search for; all pages without one. */
  readonly query: string | undefined
  readonly onOpen: (slug: string) => void
}

/** The pages of the help by their categories, both in the order of the server, or those that a search found. */
export function HelpPages({ query, onOpen }: HelpPagesProps) {
  const { t, language } = useTranslation()
  const { data, error, refetch } = useQuery(
    listHelpPages,
    { lang: language, ...(query !== undefined && { q: query }) },
    { errors: 'page' },
  )
  if (error !== null && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows />
  if (data.items.length === 0) return <p className="text-sm text-muted">{t('shell.help.nothing')}</p>
  if (query !== undefined) return <PageList pages={data.items} onOpen={onOpen} />
  return [...new Set(data.items.map(({ category }) => category))].map((category) => (
    <section key={category} className="mb-5">
      <h2 className="mb-1 text-xs font-medium text-subtle">{t(`shell.help.categories.${category}`)}</h2>
      <PageList pages={data.items.filter((page) => page.category === category)} onOpen={onOpen} />
    </section>
  ))
}

function PageList({ pages, onOpen }: Pick<HelpPagesProps, 'onOpen'> & { readonly pages: readonly ListedHelpPage[] }) {
  const { language } = useTranslation()
  const apiHref = useApiHref()
  return (
    <ul>
      {pages.map(({ slug, title, excerpt }) => (
        <li key={slug}>
          <a
            href={apiHref(`/help/${slug}?lang=${language}`)}
            onClick={(event) => {
              if (!isPlainClick(event, event.currentTarget)) return
              event.preventDefault()
              onOpen(slug)
            }}
            className="-mx-2 block rounded-control px-2 py-1.5 text-sm hover:bg-hover"
          >
            {title}
            {excerpt !== undefined && <span className="line-clamp-2 text-xs text-muted">{excerpt}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
