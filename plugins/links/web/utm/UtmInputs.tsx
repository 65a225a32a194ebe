import { Field, Input, useTranslation } from '@host/plugin-sdk'
import { linkLimits, utmFields, type UtmValues } from '../../shared.ts'

export interface UtmInputsProps {
  readonly values: UtmValues
  readonly isDisabled?: boolean
  readonly onChange: (values: UtmValues) => void
}

/** One field for each UTM parameter. */
export function UtmInputs({ values, isDisabled = false, onChange }: UtmInputsProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {utmFields.map((field) => (
        <Field key={field} label={t(`links.utm.field.${field}`)}>
          <Input
            name={`utm_${field}`}
            value={values[field]}
            placeholder={t(`links.utm.example.${field}`)}
            maxLength={linkLimits.utmValue}
            disabled={isDisabled}
            autoComplete="off"
            onChange={(event) => onChange({ ...values, [field]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  )
}
