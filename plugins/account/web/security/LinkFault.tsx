import { Alert, useSearch, useTranslation } from '@host/plugin-sdk'

/** Faults the reader can act on; all others are shown as `failed`. */
const explained = ['taken', 'denied', 'expired', 'unavailable', 'link_refused', 'not_member'] as const

/** Why linking came to nothing, as the browser comes back with it. */
export function LinkFault() {
  const { t } = useTranslation()
  const [search] = useSearch()
  const code = search.get('error')
  if (code === null) return null
  const fault = explained.find((one) => code === `sso_${one}`) ?? 'failed'
  return (
    <Alert tone="danger" title={t(`account.identities.fault.${fault}.title`)}>
      {t(`account.identities.fault.${fault}.nextStep`)}
    </Alert>
  )
}
