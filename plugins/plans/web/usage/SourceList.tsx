import { useFormat, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import type { explainEntitlement } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'

/** A plan with its title in both languages. */
export interface TitledPlan {
  readonly name: string
  readonly title: { readonly en: string; readonly zh: string }
}

type Explained = EndpointOutput<typeof explainEntitlement>
type Source = Explained['reason']['sources'][number]

const chain: readonly Source['from'][] = ['plan', 'override', 'grant']

/** The chain from the plan by way of an override to grants; without a plan, the bound of the instance is the start. */
export function SourceList({ part, plan }: { readonly part: Explained; readonly plan: TitledPlan | null }) {
  const { t, language } = useTranslation()
  const { sources } = part.reason
  const ordered = chain.flatMap((from) =>
    sources.filter((source) => source.from === from).map((source, at) => ({ source, key: `${from} ${at}` })),
  )
  const titleOf = ({ from, name }: Source) =>
    from === 'plan'
      ? t('plans.why.from.plan', { name: plan?.name === name ? plan.title[language] : name })
      : t(`plans.why.from.${from}`)
  return (
    <ol aria-label={t('plans.why.sources')} className="divide-y divide-line">
      {!sources.some(({ from }) => from === 'plan') && <li className="pb-2 text-muted">{t('plans.why.noPlan')}</li>}
      {ordered.map(({ source, key }) => (
        <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2 first:pt-0">
          <span className="min-w-0">
            <span className="block text-muted">{titleOf(source)}</span>
            {source.from !== 'plan' && <span className="block wrap-anywhere">{source.name}</span>}
          </span>
          <SourceEffect source={source} part={part} />
        </li>
      ))}
    </ol>
  )
}

function SourceEffect({ source, part: { kind, unit } }: { readonly source: Source; readonly part: Explained }) {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = useAmount()
  const { from, has, limit, until } = source
  const gives = has === undefined || kind !== 'tier' ? undefined : t(has ? 'plans.why.gives' : 'plans.why.takes')
  const set = limit === undefined || limit === null ? t('plans.why.notSet') : amount(limit, unit)
  return (
    <span className="font-medium tabular-nums">
      {gives ?? (from === 'grant' ? t('plans.why.adds', { amount: set }) : set)}
      {from === 'grant' && (
        <span className="ml-2 font-normal text-muted">
          {until === null ? t('plans.why.endless') : t('plans.why.until', { date: format.date(until) })}
        </span>
      )}
    </span>
  )
}
