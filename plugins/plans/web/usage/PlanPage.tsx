import {
  EmptyState,
  HelpLink,
  PageHeader,
  Panel,
  SkeletonRows,
  useQuery,
  useSearch,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listEntitlements, type WorkspaceEntitlement } from '../../shared.ts'
import { AboveDialog } from './AboveDialog.tsx'
import { LimitRow } from './LimitRow.tsx'
import { PlanWarnings } from './PlanWarnings.tsx'
import { TierRow } from './TierRow.tsx'
import { WhyDialog } from './WhyDialog.tsx'

/** The workspace's plan: what it includes, how much is used, and why. */
export default function PlanPage() {
  const { t, language } = useTranslation()
  const { data } = useQuery(listEntitlements)
  const [search, setSearch] = useSearch()
  const why = (name: string | undefined) => setSearch({ why: name }, { replace: true })
  const above = (name: string | undefined) => setSearch({ above: name }, { replace: true })
  const items = data?.items ?? []
  const explained = items.find(({ name }) => name === search.get('why'))
  const exceeded = items.find(({ name, over }) => over?.isLockable === true && name === search.get('above'))
  return (
    <>
      <PageHeader
        title={t('plans.usage.title')}
        description={t('plans.usage.description')}
        actions={<HelpLink slug="plan" />}
      />
      <div className="flex flex-col gap-6">
        {data === undefined ? (
          <SkeletonRows />
        ) : (
          <>
            <PlanWarnings items={items} />
            <Panel title={data.plan?.title[language] ?? t('plans.usage.noPlan')}>
              <p className="text-sm text-muted">
                {t(data.plan === null ? 'plans.usage.noPlanMeans' : 'plans.usage.planMeans')}
              </p>
            </Panel>
            <Parts items={items} onWhy={why} onAbove={above} />
          </>
        )}
      </div>
      {explained !== undefined && (
        <WhyDialog part={explained} plan={data?.plan ?? null} onClose={() => why(undefined)} />
      )}
      {exceeded !== undefined && <AboveDialog part={exceeded} onClose={() => above(undefined)} />}
    </>
  )
}

PlanPage.askAhead = ({ query }: AskAhead) => query(listEntitlements)

interface PartsProps {
  readonly items: readonly WorkspaceEntitlement[]
  readonly onWhy: (name: string) => void
  readonly onAbove: (name: string) => void
}

function Parts({ items, onWhy, onAbove }: PartsProps) {
  const { t } = useTranslation()
  const tiers = items.filter(({ kind }) => kind === 'tier')
  const limits = items.filter(({ kind }) => kind !== 'tier')
  if (items.length === 0) {
    return <EmptyState title={t('plans.usage.none')}>{t('plans.usage.noneMeans')}</EmptyState>
  }
  return (
    <>
      {limits.length > 0 && (
        <Panel title={t('plans.usage.limits')} flush>
          <ul className="divide-y divide-line px-4">
            {limits.map((part) => (
              <LimitRow key={part.name} part={part} onWhy={() => onWhy(part.name)} onAbove={() => onAbove(part.name)} />
            ))}
          </ul>
        </Panel>
      )}
      {tiers.length > 0 && (
        <Panel title={t('plans.usage.tiers')} flush>
          <ul className="divide-y divide-line px-4">
            {tiers.map((part) => (
              <TierRow key={part.name} part={part} onWhy={() => onWhy(part.name)} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
