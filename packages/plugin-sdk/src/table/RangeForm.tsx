import type { SubmitEvent } from 'react'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/Field.tsx'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Both ends of a range as they are typed; empty for an open one. */
export interface TypedRange {
  readonly from: string
  readonly to: string
}

export interface RangeFormProps {
  readonly type: 'date' | 'number'
  readonly labels: TypedRange
  readonly value: TypedRange
  /** Undefined for an end that is right. */
  readonly problems: { readonly from?: string | undefined; readonly to?: string | undefined }
  /** The unit of the values. */
  readonly suffix?: string | undefined
  readonly onChange: (value: TypedRange) => void
  /** Called without a problem only. */
  readonly onApply: () => void
}

/** Two fields for the ends of a range, and a button that applies it. */
export function RangeForm({ type, labels, value, problems, suffix, onChange, onApply }: RangeFormProps) {
  const { t } = useTranslation()
  const isWrong = problems.from !== undefined || problems.to !== undefined
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isWrong) onApply()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={labels[end]} error={problems[end]}>
          <Input
            type={type}
            value={value[end]}
            onChange={(event) => onChange({ ...value, [end]: event.target.value })}
            {...(type === 'number' && { step: 'any', inputMode: 'decimal' })}
            {...(suffix !== undefined && { suffix })}
          />
        </Field>
      ))}
      <Button type="submit" variant="primary" size="compact" disabled={isWrong}>
        {t('sdk.table.apply')}
      </Button>
    </form>
  )
}
