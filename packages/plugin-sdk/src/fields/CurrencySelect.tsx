import { FieldContext, outsideField } from '../components/field-context.ts'
import { Select } from '../components/Select.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Props of `CurrencySelect`. */
export interface CurrencySelectProps {
  readonly value: string
  readonly currencies: readonly string[]
  readonly disabled: boolean
  readonly onChange: (currency: string) => void
}

/** The currency of an amount. It doesn't belong to the field around it, whose label names the amount. */
export function CurrencySelect({ value, currencies, disabled, onChange }: CurrencySelectProps) {
  const { t, language } = useTranslation()
  const names = new Intl.DisplayNames([language], { type: 'currency' })
  const codes = currencies.includes(value) ? currencies : [value, ...currencies]
  return (
    <FieldContext value={outsideField}>
      <Select
        size="compact"
        label={t('sdk.money.currency')}
        value={value}
        options={codes.map((code) => ({ value: code, label: code, description: nameOf(names, code) }))}
        disabled={disabled}
        quiet
        onChange={onChange}
      />
    </FieldContext>
  )
}

function nameOf(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}
