import { RelativeTime, Skeleton, StatCard, useFormat, useTranslation } from '@host/plugin-sdk'
import { keyStates, type IdempotencyKeyCount } from '../shared.ts'
import { keyLooks, tally } from './key-states.ts'

/** How many keys stand where, and since when. */
export function KeyFigures({ counts }: { readonly counts: readonly IdempotencyKeyCount[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      {keyStates.map((state) => {
        const { count, isMore, oldestAt } = tally(counts?.filter((one) => one.state === state) ?? [])
        const number = format.number(count) + (isMore ? '+' : '')
        return (
          <StatCard
            key={state}
            icon={keyLooks[state].icon}
            label={t(`instance.keys.${state}`)}
            value={counts === undefined ? <Skeleton className="h-8.5 w-12" /> : number}
            hint={counts === undefined ? <Skeleton className="h-4 w-32" /> : <Oldest at={oldestAt} />}
          />
        )
      })}
    </div>
  )
}

function Oldest({ at }: { readonly at: string | undefined }) {
  const { t } = useTranslation()
  if (at === undefined) return t('instance.keys.noneNow')
  return (
    <>
      {t('instance.keys.oldestIs')} <RelativeTime value={at} />
    </>
  )
}
