import { useState } from 'react'
import { DatePicker, Input, momentsOf, Select, useTranslation, type CustomControl } from '@host/plugin-sdk'
import { fingerprintPolicies, licenseLimits, type FingerprintPolicy } from '../../shared.ts'

/** The last day on which a license is valid. */
export function ExpiryControl({ onChange, onBlur }: CustomControl<string | null | undefined>) {
  const [day, setDay] = useState('')
  function choose(chosen: string) {
    setDay(chosen)
    onChange(/^\d{4}-\d{2}-\d{2}$/.test(chosen) ? (momentsOf({ to: chosen }).to ?? null) : null)
  }
  return <DatePicker value={day} onChange={choose} onBlur={onBlur} />
}

const asProduct = 'product'

/** Where a license is valid; the terms of its product decide when nothing is chosen. */
export function FingerprintControl({ value, onChange }: CustomControl<FingerprintPolicy | undefined>) {
  const { t } = useTranslation()
  const options = fingerprintPolicies.map((policy) => ({
    value: policy,
    label: t(`products.licenses.fingerprint.${policy}`),
  }))
  return (
    <Select<FingerprintPolicy | typeof asProduct>
      value={value ?? asProduct}
      options={[{ value: asProduct, label: t('products.licenses.asProduct') }, ...options]}
      onChange={(chosen) => onChange(chosen === asProduct ? undefined : chosen)}
    />
  )
}

/** Names that a license includes, with commas between them. */
export function NamesControl({ onChange, onBlur }: CustomControl<string[] | undefined>) {
  const [text, setText] = useState('')
  function type(typed: string) {
    setText(typed)
    const names = namesOf(typed)
    onChange(names.length === 0 ? undefined : names)
  }
  return (
    <Input
      name="entitlements"
      value={text}
      maxLength={licenseLimits.entitlements * (licenseLimits.name + 2)}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onBlur={onBlur}
    />
  )
}

/** The names of a text. */
export function namesOf(text: string): string[] {
  return text.split(/[\s,，]+/).filter((name) => name !== '')
}
