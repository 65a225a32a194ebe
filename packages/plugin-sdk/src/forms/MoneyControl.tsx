import { useWatch } from 'react-hook-form'
import { MoneyField } from '../fields/MoneyField.tsx'
import type { Money } from '../fields/money.ts'
import type { FieldControlProps } from './FieldControl.tsx'
import { currencyOf, isMoney } from './form-values.ts'

/** An amount in a form, which is stored with its currency or as a number in a known one. */
export function MoneyControl({ field, control, value, onChange, onBlur }: FieldControlProps) {
  const { currencies, placeholder, disabled = false } = field.description
  const currency = currencyOf(field, value, useWatch({ control }))
  const isStoredWithCurrency = field.facts.isObject || currencies !== undefined
  const shown = isMoney(value) ? value : typeof value === 'number' ? { amount: value, currency } : null
  const change = (next: Money | null) => onChange(isStoredWithCurrency ? next : (next?.amount ?? null))
  return (
    <MoneyField
      value={shown}
      currency={currency}
      currencies={currencies}
      placeholder={placeholder}
      disabled={disabled}
      onChange={change}
      onBlur={onBlur}
    />
  )
}
