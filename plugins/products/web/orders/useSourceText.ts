import { useTranslation } from '@host/plugin-sdk'

/** Names the source of an order; a payment plugin by its own name. */
export function useSourceText(): (source: string) => string {
  const { t } = useTranslation()
  return (source) => (source === 'manual' || source === 'api' ? t(`products.orders.sources.${source}`) : source)
}
