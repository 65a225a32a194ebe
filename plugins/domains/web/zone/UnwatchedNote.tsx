import { Alert, useTranslation } from '@host/plugin-sdk'
import { domainLimits, type ZoneDetails } from '../../shared.ts'

/** How many record sets of features are not checked, since the workspace has reached the limit. */
export function UnwatchedNote({ zone: { unwatched } }: { readonly zone: ZoneDetails }) {
  const { t } = useTranslation()
  return (
    <Alert tone="info" title={t('domains.watch.unwatched', { count: unwatched })}>
      {t('domains.watch.unwatchedHelp', { limit: domainLimits.ownedWatches })}
    </Alert>
  )
}
