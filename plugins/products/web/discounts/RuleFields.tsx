import { Combobox, Field, IconButton, Input, MoneyField, Select, useTranslation } from '@host/plugin-sdk'
import { priceIntervals } from '../../shared.ts'
import { PriceField } from '../catalog/PriceField.tsx'
import { useLoadProducts } from '../catalog/useLoadProducts.ts'
import type { RuleDraft, RuleTarget } from './discount-draft.ts'

export interface RuleFieldsProps {
  readonly rule: RuleDraft
  readonly currency: string
  /** What the server has against the percentage. */
  readonly error: string | undefined
  readonly onChange: (changes: Partial<RuleDraft>) => void
  /** Left out for the only rule. */
  readonly onRemove?: () => void
}

/** The lines that a rule is for, and what it takes off. */
export function RuleFields({ rule, currency, error, onChange, onRemove }: RuleFieldsProps) {
  const { t } = useTranslation()
  const targets: readonly RuleTarget[] = ['all', 'once', ...priceIntervals, 'price']
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t('products.discounts.target')}>
            <Select
              value={rule.target}
              options={targets.map((value) => ({ value, label: t(`products.discounts.targets.${value}`) }))}
              onChange={(target) => onChange({ target })}
            />
          </Field>
        </div>
        {onRemove !== undefined && (
          <IconButton icon="trash" label={t('products.discounts.removeRule')} onClick={onRemove} />
        )}
      </div>
      {rule.target === 'price' && <RulePrice rule={rule} onChange={onChange} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('products.discounts.kind')}>
          <Select
            value={rule.kind}
            options={(['percent', 'amount'] as const).map((value) => ({
              value,
              label: t(`products.discounts.kinds.${value}`),
            }))}
            onChange={(kind) => onChange({ kind })}
          />
        </Field>
        {rule.kind === 'percent' ? (
          <Field label={t('products.discounts.kinds.percent')} error={error} required>
            <Input
              name="percent"
              type="number"
              min={0.01}
              max={100}
              step={0.01}
              value={rule.percent}
              onChange={(event) => onChange({ percent: event.target.value })}
            />
          </Field>
        ) : (
          <Field label={t('products.discounts.kinds.amount')} error={error} required>
            <MoneyField value={rule.money} currency={currency} onChange={(money) => onChange({ money })} />
          </Field>
        )}
      </div>
    </div>
  )
}

function RulePrice({ rule, onChange }: Pick<RuleFieldsProps, 'rule' | 'onChange'>) {
  const { t } = useTranslation()
  const load = useLoadProducts()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('products.product')} required>
        <Combobox value={rule.productId} load={load} onChange={(productId) => onChange({ productId, priceId: '' })} />
      </Field>
      {rule.productId !== null && (
        <PriceField productId={rule.productId} value={rule.priceId} onChange={({ id }) => onChange({ priceId: id })} />
      )}
    </div>
  )
}
