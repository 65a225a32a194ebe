import { useTranslation } from '@host/plugin-sdk'
import { useStatusOptions } from './useStatusOptions.ts'

/** The fields of a product that people fill in. */
export function useProductFields() {
  const { t } = useTranslation()
  return {
    name: { label: t('products.name') },
    description: { label: t('products.text'), hint: t('products.textHint'), control: 'textarea' },
    status: { label: t('products.status.title'), hint: t('products.status.hint'), options: useStatusOptions() },
    externalId: { label: t('products.externalId'), hint: t('products.externalIdHint') },
  } as const
}
