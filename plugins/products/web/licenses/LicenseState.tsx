import { Badge, useTranslation } from '@host/plugin-sdk'
import type { License } from '../../shared.ts'

/** The status of a license; an active one may have expired. */
export function LicenseState({ license: { status, isExpired } }: { readonly license: License }) {
  const { t } = useTranslation()
  if (status === 'active' && isExpired) return <Badge dot>{t('products.licenses.state.expired')}</Badge>
  const tone = status === 'active' ? 'positive' : status === 'suspended' ? 'warning' : 'danger'
  return (
    <Badge tone={tone} dot>
      {t(`products.licenses.state.${status}`)}
    </Badge>
  )
}
