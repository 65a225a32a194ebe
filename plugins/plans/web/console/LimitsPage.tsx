import { Panel, SkeletonRows, useQuery, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listPlanParts } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'

/** The bounds of the instance: for a workspace, where a plan may set less, and for a person. */
export default function LimitsPage() {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const { data } = useQuery(listPlanParts)
  const quotas = data?.items.filter(({ kind }) => kind === 'quota') ?? []
  const people = data?.people ?? []
  return (
    <>
      <ConsoleTabs />
      {data === undefined ? (
        <SkeletonRows />
      ) : (
        <div className="flex flex-col gap-6">
          <Bounds
            title={t('plans.bounds.workspace')}
            hint={t('plans.bounds.workspaceMeans')}
            rows={quotas.map(({ name, title, plugin, most, unit }) => ({
              name,
              title: title[language],
              ...(plugin !== 'host' && { plugin: t('plans.form.of', { plugin }) }),
              most: amount(most ?? 0, unit),
            }))}
          />
          {people.length > 0 && (
            <Bounds
              title={t('plans.bounds.person')}
              hint={t('plans.bounds.personMeans')}
              rows={people.map(({ name, title, most }) => ({
                name,
                title: title[language],
                most: amount(most, 'count'),
              }))}
            />
          )}
        </div>
      )}
    </>
  )
}

LimitsPage.askAhead = ({ query }: AskAhead) => query(listPlanParts)

interface BoundRow {
  readonly name: string
  readonly title: string
  readonly plugin?: string
  readonly most: string
}

interface BoundsProps {
  readonly title: string
  readonly hint: string
  readonly rows: readonly BoundRow[]
}

function Bounds({ title, hint, rows }: BoundsProps) {
  return (
    <Panel title={title} flush>
      <p className="px-4 pb-2 text-sm text-muted">{hint}</p>
      <dl className="divide-y divide-line px-4">
        {rows.map((row) => (
          <div key={row.name} className="flex items-baseline justify-between gap-x-6 py-2 text-sm">
            <dt className="min-w-0 break-words">
              <span className="font-medium">{row.title}</span>
              {row.plugin !== undefined && <span className="block text-xs text-muted">{row.plugin}</span>}
            </dt>
            <dd className="shrink-0 tabular-nums">{row.most}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
