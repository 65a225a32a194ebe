import { Combobox, Field, IconButton, Input, useTranslation } from '@host/plugin-sdk'
import { productLimits } from '../../shared.ts'
import { PriceField } from '../catalog/PriceField.tsx'
import { useLoadProducts } from '../catalog/useLoadProducts.ts'
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
  const load = useLoadProducts('active')
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
      {line.productId !== null && (
        <div className="grid gap-3 sm:grid-cols-2">
          <PriceField
            productId={line.productId}
            value={line.priceId}
            onChange={({ id, currency }) => onChange({ priceId: id, currency })}
          />
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
      )}
    </div>
  )
}
