import { Link, useCommand, useNavigate, useTranslation } from '@host/plugin-sdk'

const tabClass =
  'inline-flex h-9 shrink-0 items-center border-b-2 border-transparent px-2.5 text-sm font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg'

/** The pages of a link, which the palette has too. */
export function LinkTabs({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const pages = [
    { path: `/links/${id}`, label: t('links.statistics.title') },
    { path: `/links/${id}/clicks`, label: t('links.clicks.title') },
    { path: `/links/${id}/rules`, label: t('links.rules.title') },
    { path: `/links/${id}/history`, label: t('links.history.title') },
    { path: `/links/${id}/settings`, label: t('links.settings') },
  ]
  useTabCommands(id)
  return (
    <nav aria-label={t('links.pages')} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
      {pages.map(({ path, label }) => (
        <Link key={path} to={path} className={tabClass}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

function useTabCommands(id: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = (page: string) => navigate(`/links/${id}/${page}`)
  useCommand({ id: 'links.history', label: t('links.history.open'), icon: 'clock', run: () => open('history') })
  useCommand({ id: 'links.clicks', label: t('links.clicks.open'), icon: 'activity', run: () => open('clicks') })
}
