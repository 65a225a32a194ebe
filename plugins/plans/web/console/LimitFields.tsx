import { Field, Input, useTranslation } from '@host/plugin-sdk'
import type { PlanPart } from '../../shared.ts'
import { useAmount } from '../useAmount.ts'
import type { PlanDraft } from './plan-draft.ts'

/** Characters of the longest amount. */
const mostCharacters = 20

export interface LimitFieldsProps {
  readonly parts: readonly PlanPart[]
  readonly draft: PlanDraft
  readonly errors: Readonly<Partial<Record<string, string>>>
  /** Names of limits whose text is not a number. */
  readonly unreadable: readonly string[]
  readonly onChange: (changes: Partial<PlanDraft>) => void
}

/** A number for each quota and meter, with the bound of the instance. */
export function LimitFields({ parts, draft, errors, unreadable, onChange }: LimitFieldsProps) {
  const { t } = useTranslation()
  const limits = parts.filter(({ kind }) => kind !== 'tier')
  if (limits.length === 0) return null
  const unreadableText = ({ unit }: PlanPart) => t(unit === 'bytes' ? 'plans.form.notASize' : 'plans.form.notANumber')
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1 text-sm font-semibold">{t('plans.usage.limits')}</legend>
      <p className="text-xs text-subtle">{t('plans.form.limitsHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {limits.map((part) => (
          <LimitField
            key={part.name}
            part={part}
            value={draft.limits[part.name] ?? ''}
            error={unreadable.includes(part.name) ? unreadableText(part) : errors[`limits.${part.name}`]}
            onChange={(text) => onChange({ limits: { ...draft.limits, [part.name]: text } })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface LimitFieldProps {
  readonly part: PlanPart
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function LimitField({ part: { name, kind, title, unit, most }, value, error, onChange }: LimitFieldProps) {
  const { t, language } = useTranslation()
  const amount = useAmount()
  const bound = most === null ? t('plans.form.unbounded') : t('plans.form.most', { most: amount(most, unit) })
  return (
    <Field label={title[language]} hint={kind === 'meter' ? t('plans.form.monthly') : bound} error={error}>
      <Input
        name={`limit-${name}`}
        value={value}
        inputMode={unit === 'bytes' ? 'text' : 'numeric'}
        maxLength={mostCharacters}
        autoComplete="off"
        placeholder={t('plans.form.noLimit')}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
