import { Field, IconButton, Select, useTranslation } from '@host/plugin-sdk'
import type { RuleCondition } from '../../shared.ts'
import { ConditionValue } from './ConditionValue.tsx'
import { newCondition, subjects } from './rule-edits.ts'

export interface ConditionRowProps {
  readonly condition: RuleCondition
  /** Names it among the others. */
  readonly label: string
  readonly error: string | undefined
  readonly onChange: (condition: RuleCondition) => void
  /** Undefined for the only one of a rule. */
  readonly onRemove: (() => void) | undefined
}

/** A condition: what it is about, and what must be so. */
export function ConditionRow({ condition, label, error, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation()
  const options = subjects.map((value) => ({ value, label: t(`links.rules.on.${value}`) }))
  return (
    <Field error={error}>
      <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
        <div className="w-44 shrink-0">
          <Select
            label={`${label}: ${t('links.rules.subject')}`}
            value={condition.on}
            options={options}
            onChange={(on) => onChange(newCondition(on))}
          />
        </div>
        <ConditionValue condition={condition} label={label} onChange={onChange} />
        {onRemove !== undefined && (
          <IconButton
            icon="x"
            size="compact"
            label={`${label}: ${t('links.rules.removeCondition')}`}
            onClick={onRemove}
          />
        )}
      </div>
    </Field>
  )
}
