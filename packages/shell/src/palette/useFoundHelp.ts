import { listHelpPages } from '@host/platform-api/help'
import { useQuery, useTranslation } from '@host/plugin-sdk'
import { useHelp } from '@host/plugin-sdk/shell'
import type { PaletteEntry } from './palette-entry.ts'
import type { LaterQuery } from './useLaterQuery.ts'

const most = 5

/** Pages of the help that fit. They open over the page, and a help that does not answer finds nothing. */
export function useFoundHelp({ asked }: LaterQuery): readonly PaletteEntry[] {
  const { language } = useTranslation()
  const openHelp = useHelp()
  const enabled = asked !== undefined
  const { data } = useQuery(listHelpPages, { q: asked ?? '', lang: language }, { enabled, errors: 'page' })
  return (enabled ? (data?.items ?? []) : []).slice(0, most).map(({ slug, title }) => {
    const href = `/help/${slug}?lang=${language}`
    return {
      id: `help ${slug}`,
      section: 'help',
      label: title,
      icon: 'circle-question-mark',
      href,
      run: () => openHelp?.(slug),
    }
  })
}
