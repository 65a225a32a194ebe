import { RelativeTime, useTranslation } from '@host/plugin-sdk'
import type { Watch } from '../../shared.ts'
import { WatchedValues } from './WatchedValues.tsx'

/** The result of the last background check, with the values of each server unless all are right. */
export function WatchState({ watch }: { readonly watch: Watch }) {
  const { t } = useTranslation()
  const isRight = watch.state === null || watch.state === 'ok' || watch.state === 'propagating'
  return (
    <>
      <p className="text-muted">
        {watch.state === null ? t('domains.noCheck') : t(`domains.outcome.${watch.state}`)}
        {watch.checkedAt !== null && (
          <>
            {' · '}
            <RelativeTime value={watch.checkedAt} />
          </>
        )}
      </p>
      {!isRight && <WatchedValues watch={watch} />}
    </>
  )
}
