import { Button, Checkbox, Field, IconButton, Input, MoneyField, useTranslation } from '@host/plugin-sdk'
import { discountLimits, orderLimits } from '../../shared.ts'
import { emptyTax, type TaxDraft, type TermsDraft } from './order-draft.ts'

export interface OrderTermsProps {
  readonly terms: TermsDraft
  /** Empty until a price is chosen. */
  readonly currency: string
  /** What the server has against the code. */
  readonly codeError: string | undefined
  readonly onChange: (terms: TermsDraft) => void
}

/** The discount code and the tax lines of an order. */
export function OrderTerms({ terms, currency, codeError, onChange }: OrderTermsProps) {
  const { t } = useTranslation()
  const { discountCode, taxes, taxIncluded } = terms
  const change = (key: string, changes: Partial<TaxDraft>) =>
    onChange({ ...terms, taxes: taxes.map((tax) => (tax.key === key ? { ...tax, ...changes } : tax)) })
  return (
    <>
      <Field label={t('products.orders.discountCode')} error={codeError} optional>
        <Input
          name="discountCode"
          value={discountCode}
          maxLength={discountLimits.code}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...terms, discountCode: event.target.value })}
        />
      </Field>
      {currency !== '' &&
        taxes.map((tax) => (
          <TaxFields
            key={tax.key}
            tax={tax}
            currency={currency}
            onChange={(changes) => change(tax.key, changes)}
            onRemove={() => onChange({ ...terms, taxes: taxes.filter(({ key }) => key !== tax.key) })}
          />
        ))}
      {taxes.length < orderLimits.taxes && (
        <div>
          <Button
            size="compact"
            icon="plus"
            disabled={currency === ''}
            onClick={() => onChange({ ...terms, taxes: [...taxes, emptyTax()] })}
          >
            {t('products.orders.addTax')}
          </Button>
        </div>
      )}
      {taxes.length > 0 && (
        <Checkbox
          label={t('products.orders.taxIncluded')}
          description={t('products.orders.taxIncludedHint')}
          checked={taxIncluded}
          onChange={(checked) => onChange({ ...terms, taxIncluded: checked })}
        />
      )}
    </>
  )
}

interface TaxFieldsProps {
  readonly tax: TaxDraft
  readonly currency: string
  readonly onChange: (changes: Partial<TaxDraft>) => void
  readonly onRemove: () => void
}

function TaxFields({ tax: { name, money }, currency, onChange, onRemove }: TaxFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
        <Field label={t('products.orders.taxName')} required>
          <Input
            name="taxName"
            value={name}
            maxLength={orderLimits.taxName}
            placeholder={t('products.orders.taxNameHint')}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label={t('products.orders.taxAmount')} required>
          <MoneyField
            value={money && { ...money, currency }}
            currency={currency}
            onChange={(changed) => onChange({ money: changed })}
          />
        </Field>
      </div>
      <span className="pt-6">
        <IconButton icon="trash" label={t('products.orders.removeTax')} onClick={onRemove} />
      </span>
    </div>
  )
}
