import {
  Badge,
  CopyButton,
  Link as PageLink,
  RelativeTime,
  useFormat,
  useTranslation,
  type DataColumn,
} from '@host/plugin-sdk'
import type { Link } from '../../shared.ts'
import { TagChips } from '../labels/TagChips.tsx'
import { LinkState } from './LinkState.tsx'

/** The columns of the links. */
export function useLinkColumns(): readonly DataColumn<Link>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'slug', header: t('links.shortUrl'), isSortable: true, cell: ShortAddress, skeleton: 'w-48' },
    {
      key: 'state',
      header: t('links.state.title'),
      cell: ({ state, isArchived }) =>
        isArchived ? <Badge>{t('links.archived')}</Badge> : <LinkState state={state} />,
      skeleton: 'w-16',
    },
    {
      key: 'clicks',
      header: t('links.statistics.clicks'),
      from: 'sm',
      align: 'end',
      cell: ({ clicks, clicksBefore }) => <span className="tabular-nums">{format.number(clicks + clicksBefore)}</span>,
    },
    {
      key: 'url',
      header: t('links.target'),
      from: 'md',
      cell: ({ url, targetDeadSince }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="block max-w-48 truncate text-muted">{url}</span>
          {targetDeadSince !== null && <Badge tone="warning">{t('links.dead.title')}</Badge>}
        </span>
      ),
      skeleton: 'w-48',
    },
    {
      key: 'title',
      header: t('links.name'),
      from: 'lg',
      isSortable: true,
      cell: ({ title }) => <span className="block max-w-36 truncate">{title}</span>,
    },
    { key: 'tags', header: t('links.labels.tags.title'), from: 'lg', cell: TagChips, skeleton: 'w-24' },
    {
      key: 'createdAt',
      header: t('links.created'),
      isHidden: true,
      align: 'end',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} skipFocus />,
    },
  ]
}

function ShortAddress({ id, host, slug, shortUrl }: Link) {
  const { t } = useTranslation()
  const name = `${host}/${slug}`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <PageLink to={`/links/${id}`} className="block max-w-40 truncate font-medium hover:underline sm:max-w-56">
        {name}
      </PageLink>
      <CopyButton value={shortUrl} label={t('links.copy', { name })} />
    </span>
  )
}
