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
  DialogActions,
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

import { chosenTiers, tierDrafts, TierFields } from './TierFields.tsx'

export interface AddPriceProps {
  readonly product: ProductDetails
  /** The price that is not sold any more once the new one is there. */
  readonly replaced?: Price
  readonly onClose: () => void
}

const oneOff = 'once'
const everyVariant = 'all'

/** The terms of a price besides its amount, as they are chosen. */
interface PriceTerms {
  readonly interval: PriceInterval | typeof oneOff
  readonly variantId: string
  readonly trialDays: string
}

/** Adds a price, in place of another one where it is given. */
export function AddPrice({ product, replaced, onClose }: AddPriceProps) {
  const { t } = useTranslation()
  const [money, setMoney] = useState<Money | null>(null)
  const [terms, setTerms] = useState<PriceTerms>({
    interval: replaced?.interval ?? oneOff,
    variantId: replaced?.variantId ?? everyVariant,
    trialDays: '',
  })
  const [tiers, setTiers] = useState(() => tierDrafts(replaced?.tiers ?? []))
  const [missing, setMissing] = useState<'amount' | 'tiers'>()
  const { mutate, error, isPending } = useMutation(createPrice, { invalidates: [readProduct], onSuccess: onClose })
  const { fields, rest } = formErrors(error, ['amount', 'currency', 'interval', 'variantId', 'trialDays', 'tiers'])
  const usual = replaced?.currency ?? product.prices[0]?.currency ?? 'USD'
  const [title, means] = replaced
    ? [t('products.prices.replace'), t('products.prices.replaceMeans')]
    : [t('products.prices.add'), t('products.prices.addMeans')]
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const isAmount = money !== null && Number.isSafeInteger(money.amount)
    const volume = chosenTiers(tiers)
    setMissing(isAmount ? (volume === undefined ? 'tiers' : undefined) : 'amount')
    if (!isAmount || volume === undefined || isPending) return
    const old = replaced && { supersedes: replaced.id }
    mutate({ id: product.id, ...money, ...chosenTerms(terms), ...(volume.length > 0 && { tiers: volume }), ...old })
  }
  return (
    <Modal open onClose={onClose} title={title} description={means}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('products.prices.amount')}
          error={missing === 'amount' ? t('products.prices.amountMissing') : (fields.amount ?? fields.currency)}
          required
        >
          <MoneyField value={money} onChange={setMoney} currency={usual} currencies={currencies} />
        </Field>
        <TermFields product={product} terms={terms} errors={fields} onChange={setTerms} />
        <TierFields
          tiers={tiers}
          currency={money?.currency ?? usual}
          error={missing === 'tiers' ? t('products.prices.tiersMissing') : fields.tiers}
          onChange={setTiers}
        />
        <ErrorNote error={rest} />
        <DialogActions>
          <Button onClick={onClose}>{t('products.cancel')}</Button>
          <Button calls={createPrice} type="submit" variant="primary" busy={isPending}>
            {title}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}

/** The terms as the API takes them. */
function chosenTerms({ interval, variantId, trialDays }: PriceTerms) {
  return {
    ...(interval !== oneOff && { interval, ...(trialDays !== '' && { trialDays: Number(trialDays) }) }),
    ...(variantId !== everyVariant && { variantId }),
  }
}

interface TermFieldsProps extends Pick<AddPriceProps, 'product'> {
  readonly terms: PriceTerms
  readonly errors: Readonly<Partial<Record<keyof PriceTerms, string>>>
  readonly onChange: (terms: PriceTerms) => void
}

/** How often a price is paid, and for which variant. */
function TermFields({ product: { variants }, terms, errors, onChange }: TermFieldsProps) {
  const { t } = useTranslation()
  const intervals = priceIntervals.map((value) => ({ value, label: t(`products.prices.every.${value}`) }))
  const choices = variants.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Field label={t('products.prices.interval')} error={errors.interval}>
        <Select
          value={terms.interval}
          options={[{ value: oneOff, label: t('products.prices.once') }, ...intervals]}
          onChange={(interval) => onChange({ ...terms, interval })}
        />
      </Field>
      {terms.interval !== oneOff && (
        <Field label={t('products.prices.trialDays')} error={errors.trialDays} optional>
          <Input
            name="trialDays"
            type="number"
            min={0}
            max={productLimits.trialDays}
            value={terms.trialDays}
            onChange={(event) => onChange({ ...terms, trialDays: event.target.value })}
          />
        </Field>
      )}
      {variants.length > 0 && (
        <Field label={t('products.variants.variant')} error={errors.variantId}>
          <Select
            value={terms.variantId}
            options={[{ value: everyVariant, label: t('products.prices.everyVariant') }, ...choices]}
            onChange={(variantId) => onChange({ ...terms, variantId })}
          />
        </Field>
      )}
    </>
  )
}
