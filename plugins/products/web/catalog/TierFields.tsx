import { Button, Field, IconButton, Input, MoneyField, useTranslation, type Money } from '@host/plugin-sdk'
import { productLimits } from '../../shared.ts'

/** A volume price as it is typed. */
export interface TierDraft {
  readonly key: string
  readonly from: string
  readonly money: Money | null
}

export interface TierFieldsProps {
  readonly tiers: readonly TierDraft[]
  readonly currency: string
  /** What the server has against the tiers. */
  readonly error: string | undefined
  readonly onChange: (tiers: readonly TierDraft[]) => void
}

/** Prices of a unit from a quantity on. */
export function TierFields({ tiers, currency, error, onChange }: TierFieldsProps) {
  const { t } = useTranslation()
  const change = (key: string, changes: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...changes } : tier)))
  return (
    <>
      {tiers.map(({ key, from, money }, place) => (
        <div key={key} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            <Field label={t('products.prices.tierFrom')} error={place === 0 ? error : undefined} required>
              <Input
                name="tierFrom"
                type="number"
                min={2}
                max={productLimits.quantity}
                value={from}
                onChange={(event) => change(key, { from: event.target.value })}
              />
            </Field>
            <Field label={t('products.prices.tierAmount')} required>
              <MoneyField
                value={money && { ...money, currency }}
                currency={currency}
                onChange={(changed) => change(key, { money: changed })}
              />
            </Field>
          </div>
          <span className="pt-6">
            <IconButton
              icon="trash"
              label={t('products.prices.removeTier')}
              onClick={() => onChange(tiers.filter((tier) => tier.key !== key))}
            />
          </span>
        </div>
      ))}
      {tiers.length < productLimits.tiers && (
        <div>
          <Button
            size="compact"
            icon="plus"
            onClick={() => onChange([...tiers, { key: crypto.randomUUID(), from: '', money: null }])}
          >
            {t('products.prices.addTier')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The volume prices as the API takes them; undefined while one is not complete. */
export function chosenTiers(tiers: readonly TierDraft[]) {
  const chosen = tiers.flatMap(({ from, money }) =>
    from === '' || money === null || !Number.isSafeInteger(money.amount)
      ? []
      : [{ from: Number(from), amount: money.amount }],
  )
  return chosen.length === tiers.length ? chosen : undefined
}

/** The volume prices of a price, to change them for another one. */
export function tierDrafts(tiers: readonly { readonly from: number }[]): readonly TierDraft[] {
  return tiers.map(({ from }) => ({ key: crypto.randomUUID(), from: String(from), money: null }))
}
