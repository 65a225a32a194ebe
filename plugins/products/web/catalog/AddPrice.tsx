import { useState, type SubmitEvent } from 'react'
import {
  Button,
  ErrorNote,
  Field,
  formErrors,
  Input,
  Modal,
  MoneyField,
  Select,
  useMutation,
  useTranslation,
  type Money,
} from '@host/plugin-sdk'
import {
  createPrice,
  currencies,
  priceIntervals,
  productLimits,
  readProduct,
  type Price,
  type PriceInterval,
  type ProductDetails,
} from '../../shared.ts'

export interface AddPriceProps {
  readonly product: ProductDetails
  /** The price that is not sold any more once the new one is there. */
  readonly replaced?: Price
  readonly onClose: () => void
}

const oneOff = 'once'
const everyVariant = ''

/** Adds a price, in place of another one where it is given. */
export function AddPrice({ product, replaced, onClose }: AddPriceProps) {
  const { t } = useTranslation()
  const [money, setMoney] = useState<Money | null>(null)
  const [interval, setInterval] = useState<PriceInterval | typeof oneOff>(replaced?.interval ?? oneOff)
  const [variantId, setVariantId] = useState(replaced?.variantId ?? everyVariant)
  const [trialDays, setTrialDays] = useState('')
  const { mutate, error, isPending } = useMutation(createPrice, { invalidates: [readProduct], onSuccess: onClose })
  const { fields, rest } = formErrors(error, ['amount', 'currency', 'interval', 'variantId', 'trialDays'])
  const usual = replaced?.currency ?? product.prices[0]?.currency ?? 'USD'
  const isRecurring = interval !== oneOff
  const [isMissing, setMissing] = useState(false)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const isAmount = money !== null && Number.isSafeInteger(money.amount)
    setMissing(!isAmount)
    if (!isAmount || isPending) return
    mutate({
      id: product.id,
      currency: money.currency,
      amount: money.amount,
      ...(isRecurring && { interval, ...(trialDays !== '' && { trialDays: Number(trialDays) }) }),
      ...(variantId !== everyVariant && { variantId }),
      ...(replaced && { supersedes: replaced.id }),
    })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t(replaced ? 'products.prices.replace' : 'products.prices.add')}
      description={t(replaced ? 'products.prices.replaceMeans' : 'products.prices.addMeans')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('products.prices.amount')}
          error={isMissing ? t('products.prices.amountMissing') : (fields.amount ?? fields.currency)}
          required
        >
          <MoneyField value={money} onChange={setMoney} currency={usual} currencies={currencies} />
        </Field>
        <Field label={t('products.prices.interval')} error={fields.interval}>
          <Select
            value={interval}
            options={[
              { value: oneOff, label: t('products.prices.once') },
              ...priceIntervals.map((value) => ({ value, label: t(`products.prices.every.${value}`, { count: 1 }) })),
            ]}
            onChange={setInterval}
          />
        </Field>
        {isRecurring && (
          <Field label={t('products.prices.trialDays')} error={fields.trialDays} optional>
            <Input
              name="trialDays"
              type="number"
              min={0}
              max={productLimits.trialDays}
              value={trialDays}
              onChange={(event) => setTrialDays(event.target.value)}
            />
          </Field>
        )}
        {product.variants.length > 0 && (
          <Field label={t('products.variants.variant')} error={fields.variantId}>
            <Select
              value={variantId}
              options={[
                { value: everyVariant, label: t('products.prices.everyVariant') },
                ...product.variants.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setVariantId}
            />
          </Field>
        )}
        <ErrorNote error={rest} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t(replaced ? 'products.prices.replace' : 'products.prices.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
