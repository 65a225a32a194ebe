import { RelativeTime, StatCard, useFormat, useTranslation } from '@host/plugin-sdk'
import { openStates, type JobCount } from '../shared.ts'
import { stateLooks, tally } from './job-states.ts'

/** How many jobs run, wait, are held and have failed, and since when. */
export function JobFigures({ counts }: { readonly counts: readonly JobCount[] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {openStates.map((state) => {
        const { count, isMore, oldestAt } = tally(counts?.filter((one) => one.state === state) ?? [])
        return (
          <StatCard
            key={state}
            icon={stateLooks[state].icon}
            label={t(`jobs.state.${state}`)}
            value={counts === undefined ? undefined : format.number(count) + (isMore ? '+' : '')}
            hint={<Oldest at={oldestAt} none={t(`jobs.none.${state}`)} />}
          />
        )
      })}
    </div>
  )
}

function Oldest({ at, none }: { readonly at: string | undefined; readonly none: string }) {
  const { t } = useTranslation()
  if (at === undefined) return none
  return (
    <>
      {t('jobs.oldestIs')} <RelativeTime value={at} />
    </>
  )
}
