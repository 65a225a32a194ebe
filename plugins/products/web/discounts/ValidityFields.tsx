import { DateRangePicker, Field, Input, momentsOf, useTranslation, type DateRange } from '@host/plugin-sdk'
import { discountLimits } from '../../shared.ts'

/** When a discount can be used, and how often, as it is chosen. */
export interface Validity {
  readonly days: DateRange
  readonly useLimit: string
}

export interface ValidityFieldsProps {
  readonly validity: Validity
  readonly errors: Readonly<Partial<Record<'startsAt' | 'endsAt' | 'useLimit', string>>>
  readonly onChange: (validity: Validity) => void
}

/** The days on which a discount can be used, and the number of its uses. */
export function ValidityFields({ validity, errors, onChange }: ValidityFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('products.discounts.days')}
        hint={t('products.discounts.daysHint')}
        error={errors.startsAt ?? errors.endsAt}
        optional
      >
        <DateRangePicker value={validity.days} onChange={(days) => onChange({ ...validity, days })} />
      </Field>
      <Field
        label={t('products.discounts.useLimit')}
        hint={t('products.discounts.useLimitHint')}
        error={errors.useLimit}
        optional
      >
        <Input
          name="useLimit"
          type="number"
          min={1}
          max={discountLimits.uses}
          value={validity.useLimit}
          onChange={(event) => onChange({ ...validity, useLimit: event.target.value })}
        />
      </Field>
    </>
  )
}

/** The validity as the API takes it; null for an open end. */
export function chosenValidity({ days: { from, to }, useLimit }: Validity) {
  const moments = momentsOf({ ...(from !== '' && { from }), ...(to !== '' && { to }) })
  return {
    startsAt: moments.from ?? null,
    endsAt: moments.to ?? null,
    useLimit: useLimit === '' ? null : Number(useLimit),
  }
}
