import { useId } from 'react'
import { useFieldControl } from '../components/field-context.ts'
import { Input } from '../components/Input.tsx'
import { FieldNote } from '../dates/FieldNote.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import type { Money } from './money.ts'
import { useTypedMoney } from './useTypedMoney.ts'

export interface MoneyFieldProps {
  /** Null while empty. Typed text that isn't a valid amount has the amount NaN, which a schema of integers rejects. */
  readonly value: Money | null
  readonly onChange: (value: Money | null) => void
  readonly onBlur?: () => void
  /** ISO 4217 code of the currency while `value` is null. */
  readonly currency: string
  /** The currencies to choose from; the currency is fixed when left out. */
  readonly currencies?: readonly string[] | undefined
  /** Names the field; omit only inside a `Field`. */
  readonly label?: string
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
}

/**
 * An amount of money, typed with the separators of the reader's locale and the decimals of its currency.
 * @example <MoneyField label={t('deals.value')} currency="EUR" value={value} onChange={setValue} />
 * @since 1.0.0
 */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, onBlur, currency, currencies, label, placeholder, disabled = false } = props
  const noteId = useId()
  const money = useTypedMoney({ value, onChange, currency, currencies })
  const isToldByField = useFieldControl()['aria-invalid'] === true
  const problem = isToldByField ? undefined : money.problem
  const choice = currencies !== undefined && (
    <CurrencySelect value={money.currency} currencies={currencies} disabled={disabled} onChange={money.choose} />
  )
  return (
    <span className="flex flex-col gap-1.5">
      <Input
        inputMode="decimal"
        autoComplete="off"
        value={money.text}
        placeholder={placeholder}
        disabled={disabled}
        onFocus={money.focus}
        onChange={(event) => money.type(event.target.value)}
        onBlur={() => {
          money.blur()
          onBlur?.()
        }}
        {...(choice === false ? { suffix: money.currency } : { trailing: choice })}
        {...(label !== undefined && { 'aria-label': label })}
        {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': noteId })}
      />
      <FieldNote id={noteId} problem={problem} />
    </span>
  )
}
