import { ImportCsv, useMutation, useTranslation } from '@host/plugin-sdk'
import { importProducts, listProducts, productColumns, productLimits, type ProductColumn } from '../../shared.ts'

/** Imports products with their prices from a file, checked before. */
export function ImportProducts() {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(importProducts, { invalidates: [listProducts] })
  const labels: Readonly<Record<ProductColumn, string>> = {
    externalId: t('products.externalId'),
    name: t('products.name'),
    description: t('products.text'),
    status: t('products.status.title'),
    variant: t('products.variants.variant'),
    currency: t('products.discounts.currency'),
    amount: t('products.prices.amount'),
    interval: t('products.prices.interval'),
    intervalCount: t('products.prices.intervalCount'),
    trialDays: t('products.prices.trialDays'),
  }
  return (
    <ImportCsv
      title={t('products.import')}
      fields={productColumns.map((name) => ({ name, label: labels[name], required: name === 'name' }))}
      maxRows={productLimits.importRows}
      maxCharacters={productLimits.importText}
      onSend={async (sent) => {
        const { rows, added, problems } = await mutateAsync(sent)
        return { rows, created: added, problems: problems.map((problem) => ({ ...problem, field: null })) }
      }}
    />
  )
}
