import { PageTabs, useCommand, useNavigate, useTranslation } from '@host/plugin-sdk'

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
  return <PageTabs label={t('links.pages')} pages={pages} />
}

function useTabCommands(id: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = (page: string) => navigate(`/links/${id}/${page}`)
  useCommand({ id: 'links.history', label: t('links.history.open'), icon: 'clock', run: () => open('history') })
  useCommand({ id: 'links.clicks', label: t('links.clicks.open'), icon: 'activity', run: () => open('clicks') })
}
