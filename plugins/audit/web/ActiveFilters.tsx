import { Button, IconButton, useTranslation } from '@host/plugin-sdk'
import { filterNames, type EntryFilter } from './useEntryFilter.ts'

/** What narrows the list down, each with a way to take it off. */
export function ActiveFilters({ state: { written, setFilter } }: { readonly state: EntryFilter }) {
  const { t } = useTranslation()
  const active = filterNames.filter((name) => written[name] !== undefined)
  return (
    <ul aria-label={t('audit.filter.active')} className="flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li
          key={name}
          className="flex max-w-full items-center gap-1 rounded-control border border-line bg-surface pl-2.5 text-sm"
        >
          <span className="text-muted">{t(`audit.filter.${name}`)}</span>
          <span className="min-w-0 truncate font-medium">{written[name]}</span>
          <IconButton
            icon="x"
            size="compact"
            label={t('audit.filter.remove', { name: t(`audit.filter.${name}`) })}
            onClick={() => setFilter({ ...written, [name]: undefined })}
          />
        </li>
      ))}
      <li>
        <Button size="compact" variant="ghost" onClick={() => setFilter({})}>
          {t('audit.filter.clear')}
        </Button>
      </li>
    </ul>
  )
}
