import { Field, Select, useQuery, useTranslation } from '@host/plugin-sdk'
import { readProduct, type Price } from '../../shared.ts'
import { usePriceText } from './usePriceText.ts'

export interface PriceFieldProps {
  readonly productId: string
  /** The ID of the price; empty while none is chosen. */
  readonly value: string
  readonly onChange: (price: Price) => void
}

/** Chooses a price at which a product is sold. */
export function PriceField({ productId, value, onChange }: PriceFieldProps) {
  const { t } = useTranslation()
  const priceText = usePriceText()
  const { data } = useQuery(readProduct, { id: productId }, { errors: 'page', keepPrevious: false })
  const prices = (data?.prices ?? []).filter(({ retiredAt }) => retiredAt === null)
  const variantOf = (id: string | null) => data?.variants.find((variant) => variant.id === id)?.name
  function choose(priceId: string) {
    const price = prices.find(({ id }) => id === priceId)
    if (price !== undefined) onChange(price)
  }
  return (
    <Field
      label={t('products.orders.price')}
      hint={data !== undefined && prices.length === 0 ? t('products.prices.none') : undefined}
      required
    >
      <Select
        value={value}
        options={prices.map((price) => ({
          value: price.id,
          label: [priceText(price), variantOf(price.variantId)].filter(Boolean).join(' · '),
        }))}
        onChange={choose}
      />
    </Field>
  )
}
