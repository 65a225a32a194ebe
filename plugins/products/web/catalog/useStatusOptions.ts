import { useTranslation } from '@host/plugin-sdk'
import { productStatuses } from '../../shared.ts'

/** The statuses of products, to choose from. */
export function useStatusOptions() {
  const { t } = useTranslation()
  return productStatuses.map((value) => ({ value, label: t(`products.status.${value}`) }))
}
