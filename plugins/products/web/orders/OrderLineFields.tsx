import { Combobox, Field, IconButton, Input, Select, useClient, useQuery, useTranslation } from '@host/plugin-sdk'
import { listProducts, productLimits, readProduct } from '../../shared.ts'
import { usePriceText } from '../catalog/usePriceText.ts'
import type { LineDraft } from './order-draft.ts'

export interface OrderLineFieldsProps {
  readonly line: LineDraft
  readonly onChange: (changes: Partial<LineDraft>) => void
  /** Left out for the only line. */
  readonly onRemove?: () => void
}

/** The product, price and quantity of a line. */
export function OrderLineFields({ line, onChange, onRemove }: OrderLineFieldsProps) {
  const { t } = useTranslation()
  const client = useClient()
  const load = async (text: string, signal: AbortSignal) => {
    const { items } = await client.call(listProducts, { q: text, status: 'active', limit: 20 }, { signal })
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t('products.product')} required>
            <Combobox
              value={line.productId}
              load={load}
              onChange={(productId) => onChange({ productId, priceId: '', currency: '' })}
            />
          </Field>
        </div>
        {onRemove !== undefined && (
          <IconButton icon="trash" label={t('products.orders.removeLine')} onClick={onRemove} />
        )}
      </div>
      {line.productId !== null && <PriceFields productId={line.productId} line={line} onChange={onChange} />}
    </div>
  )
}

interface PriceFieldsProps extends Pick<OrderLineFieldsProps, 'line' | 'onChange'> {
  readonly productId: string
}

function PriceFields({ productId, line, onChange }: PriceFieldsProps) {
  const { t } = useTranslation()
  const priceText = usePriceText()
  const { data } = useQuery(readProduct, { id: productId }, { errors: 'page', keepPrevious: false })
  const prices = (data?.prices ?? []).filter(({ retiredAt }) => retiredAt === null)
  const variantOf = (id: string | null) => data?.variants.find((variant) => variant.id === id)?.name
  const choose = (priceId: string) =>
    onChange({ priceId, currency: prices.find(({ id }) => id === priceId)?.currency ?? '' })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={t('products.orders.price')}
        hint={data !== undefined && prices.length === 0 ? t('products.prices.none') : undefined}
        required
      >
        <Select
          value={line.priceId}
          options={prices.map((price) => ({
            value: price.id,
            label: [priceText(price), variantOf(price.variantId)].filter(Boolean).join(' · '),
          }))}
          onChange={choose}
        />
      </Field>
      <Field label={t('products.orders.quantity')} required>
        <Input
          name="quantity"
          type="number"
          min={1}
          max={productLimits.quantity}
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </Field>
    </div>
  )
}
