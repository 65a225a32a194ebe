import {
  ButtonLink,
  EmptyState,
  Link,
  Panel,
  SkeletonRows,
  useFormat,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listTopLinks, type TopLink } from '../../shared/top-links.ts'
import { useLastDays } from '../statistics/useLastDays.ts'

/** The links with the most clicks in the last 7 days. The list has a fixed height, to prevent a layout shift. */
export default function TopLinks() {
  const { t } = useTranslation()
  const { data } = useQuery(listTopLinks, useLastDays(7))
  const all = (
    <ButtonLink to="/links" size="compact" variant="ghost">
      {t('links.overview.all')}
    </ButtonLink>
  )
  return (
    <Panel flush title={t('links.overview.top')} actions={all}>
      <div className="min-h-50">
        {data === undefined && <SkeletonRows rows={5} />}
        {data?.items.length === 0 && <EmptyState icon="link" title={t('links.overview.none')} />}
        {data !== undefined && data.items.length > 0 && (
          <ol className="divide-y divide-line border-t border-line">
            {data.items.map((link) => (
              <TopLinkRow key={link.id} link={link} />
            ))}
          </ol>
        )}
      </div>
    </Panel>
  )
}

function TopLinkRow({ link: { id, name, title, clicks } }: { readonly link: TopLink }) {
  const format = useFormat()
  return (
    <li className="flex h-10 items-center gap-3 px-4 text-sm">
      <Link to={`/links/${id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {name}
      </Link>
      <span className="hidden max-w-48 truncate text-muted sm:inline">{title}</span>
      <span className="tabular-nums">{format.number(clicks)}</span>
    </li>
  )
}
