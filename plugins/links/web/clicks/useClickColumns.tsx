import { Badge, RelativeTime, useTranslation, type DataColumn } from '@host/plugin-sdk'
import type { StoredClick } from '../../shared.ts'
import { useFacetText } from '../statistics/useFacetText.ts'

/** The columns of single clicks. */
export function useClickColumns(): readonly DataColumn<StoredClick>[] {
  const { t } = useTranslation()
  const country = useFacetText('country')
  const device = useFacetText('device')
  const referrer = useFacetText('referrer')
  const place = (click: StoredClick): string => [click.city, country(click.country)].filter(Boolean).join(', ')
  return [
    {
      key: 'at',
      header: t('links.clicks.time'),
      isSortable: true,
      cell: ({ at, isRobot }) => (
        <span className="flex items-center gap-2">
          <RelativeTime value={at} skipFocus />
          {isRobot && <Badge>{t('links.clicks.robot')}</Badge>}
        </span>
      ),
    },
    { key: 'country', header: t('links.clicks.place'), value: place },
    { key: 'device', header: t('links.rules.on.device'), from: 'sm', value: (click) => device(click.device) },
    { key: 'browser', header: t('links.rules.on.browser'), from: 'md' },
    { key: 'referrer', header: t('links.rules.on.referrer'), from: 'lg', value: (click) => referrer(click.referrer) },
    {
      key: 'rule',
      header: t('links.clicks.rule'),
      align: 'end',
      from: 'sm',
      value: ({ rule }) => (rule === null ? t('links.clicks.noRule') : t('links.rules.rule', { number: rule + 1 })),
    },
  ]
}
