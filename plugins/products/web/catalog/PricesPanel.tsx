import { useState } from 'react'
import {
  Badge,
  Button,
  Confirm,
  MenuItem,
  Panel,
  RowMenu,
  useMutation,
  usePermission,
  useTranslation,
} from '@host/plugin-sdk'
import { createPrice, readProduct, retirePrice, type Price, type ProductDetails } from '../../shared.ts'
import { AddPrice } from './AddPrice.tsx'
import { usePriceText } from './usePriceText.ts'

/** The prices of a product; one that is not sold any more stays in the list. */
export function PricesPanel({ product }: { readonly product: ProductDetails }) {
  const { t } = useTranslation()
  const canAdd = usePermission(createPrice)
  const [dialog, setDialog] = useState<{ readonly replaced?: Price }>()
  const add = (
    <Button icon="plus" size="compact" onClick={() => setDialog({})}>
      {t('products.prices.add')}
    </Button>
  )
  return (
    <Panel title={t('products.prices.title')} description={t('products.prices.description')} actions={canAdd && add}>
      {product.prices.length === 0 && <p className="text-sm text-muted">{t('products.prices.none')}</p>}
      <ul className="divide-y divide-line">
        {product.prices.map((price) => (
          <PriceRow key={price.id} {...{ product, price, canAdd }} onReplace={() => setDialog({ replaced: price })} />
        ))}
      </ul>
      {dialog !== undefined && <AddPrice product={product} {...dialog} onClose={() => setDialog(undefined)} />}
    </Panel>
  )
}

interface PriceRowProps {
  readonly product: ProductDetails
  readonly price: Price
  readonly canAdd: boolean
  readonly onReplace: () => void
}

function PriceRow({ product, price, canAdd, onReplace }: PriceRowProps) {
  const { t } = useTranslation()
  const priceText = usePriceText()
  const [isAsked, setAsked] = useState(false)
  const retire = useMutation(retirePrice, { invalidates: [readProduct] })
  const variant = product.variants.find(({ id }) => id === price.variantId)
  const isSold = price.retiredAt === null
  return (
    <li className="group flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-medium tabular-nums">{priceText(price)}</span>
        <span className="block text-xs text-subtle">
          {[
            variant?.name ?? t('products.prices.everyVariant'),
            ...(price.trialDays > 0 ? [t('products.prices.trial', { count: price.trialDays })] : []),
            ...(price.tiers.length > 0 ? [t('products.prices.tiers', { count: price.tiers.length })] : []),
          ].join(' · ')}
        </span>
      </span>
      {!isSold && <Badge>{t('products.prices.retired')}</Badge>}
      {isSold && canAdd && (
        <RowMenu name={priceText(price)}>
          <MenuItem icon="repeat" onSelect={onReplace}>
            {t('products.prices.replace')}
          </MenuItem>
          <MenuItem icon="archive" danger onSelect={() => setAsked(true)}>
            {t('products.prices.retire')}
          </MenuItem>
        </RowMenu>
      )}
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('products.prices.retireQuestion', { price: priceText(price) })}
        confirmLabel={t('products.prices.retire')}
        onConfirm={() => retire.mutateAsync({ id: product.id, priceId: price.id })}
      >
        {t('products.prices.retireMeans')}
      </Confirm>
    </li>
  )
}
