import { Alert, ErrorNote, Icon, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { explainClick, type ClickExplanation as Explanation, type ConditionState } from '../../shared.ts'
import { useRuleText } from '../rules/useRuleText.ts'

/** Why a click led where it did: the version at its time, and the rules up to the one that decided. */
export function ClickExplanation({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(explainClick, { id }, { errors: 'page', keepPrevious: false })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-32 w-full" />
  return (
    <section className="flex flex-col gap-3 text-sm">
      <h3 className="font-semibold">{t('links.why.title')}</h3>
      {data.version === null ? (
        <Alert title={t('links.why.gone')}>{t('links.why.goneHelp')}</Alert>
      ) : (
        <Reasons explanation={data} />
      )}
    </section>
  )
}

function Reasons({ explanation: { version, url, rule, rules } }: { readonly explanation: Explanation }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="wrap-anywhere">
        {rule === null
          ? t('links.why.target', { number: version ?? 1 })
          : t('links.why.rule', { number: version ?? 1, rule: rule + 1 })}{' '}
        <span className="font-medium">{url}</span>
      </p>
      <ol className="flex flex-col gap-4">
        {rules.map((asked, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no other identity
          <AskedRule key={place} number={place + 1} isDecisive={place === rule} asked={asked} />
        ))}
      </ol>
    </>
  )
}

interface AskedRuleProps {
  readonly number: number
  readonly isDecisive: boolean
  readonly asked: Explanation['rules'][number]
}

function AskedRule({ number, isDecisive, asked: { rule, conditions } }: AskedRuleProps) {
  const { t } = useTranslation()
  const text = useRuleText()
  return (
    <li>
      <p className="font-medium">
        {t('links.rules.rule', { number })}: {t(isDecisive ? 'links.why.decided' : reasonOf(conditions))}
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {rule.conditions.map((condition, place) => {
          const state = conditions[place] ?? 'unknown'
          return (
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no other identity
            <li key={place} className="flex items-start gap-2 text-muted">
              <Icon name={icons[state]} className="mt-0.5" />
              <span className="min-w-0 wrap-anywhere">
                {text.condition(condition)} <span className="text-subtle">({t(`links.why.state.${state}`)})</span>
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

const icons: Readonly<Record<ConditionState, string>> = { met: 'check', unmet: 'x', unknown: 'circle-question-mark' }

function reasonOf(states: readonly ConditionState[]) {
  if (states.includes('unmet')) return 'links.why.unmet'
  return states.includes('unknown') ? 'links.why.oneUnmet' : 'links.why.unclear'
}
