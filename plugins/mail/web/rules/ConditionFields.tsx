import { Button, Field, IconButton, Input, Select, useTranslation } from '@host/plugin-sdk'
import { mailLimits, ruleFields, type RuleCondition } from '../../shared.ts'

export interface ConditionFieldsProps {
  readonly conditions: readonly RuleCondition[]
  readonly errorAt: (place: number) => string | undefined
  readonly onChange: (conditions: RuleCondition[]) => void
}

/** The conditions of a rule. */
export function ConditionFields({ conditions, errorAt, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      {conditions.map((condition, at) => (
        <ConditionField
          // oxlint-disable-next-line react/no-array-index-key -- conditions have no other identity
          key={at}
          condition={condition}
          label={t('mail.rules.condition', { number: at + 1 })}
          error={errorAt(at)}
          onChange={(next) => onChange(conditions.with(at, next))}
          onRemove={conditions.length > 1 ? () => onChange(conditions.toSpliced(at, 1)) : undefined}
        />
      ))}
      {conditions.length < mailLimits.conditions && (
        <Button
          size="compact"
          variant="ghost"
          icon="plus"
          className="self-start"
          onClick={() => onChange([...conditions, { field: 'subject', comparison: 'contains', text: '' }])}
        >
          {t('mail.rules.addCondition')}
        </Button>
      )}
    </div>
  )
}

interface ConditionFieldProps {
  readonly condition: RuleCondition
  readonly label: string
  readonly error: string | undefined
  readonly onChange: (condition: RuleCondition) => void
  readonly onRemove: (() => void) | undefined
}

const subjects = [...ruleFields, 'attachment'] as const
const ways = ['contains', 'equals', 'lacks', 'isNot'] as const

function ConditionField({ condition, label, error, onChange, onRemove }: ConditionFieldProps) {
  const { t } = useTranslation()
  const { field } = condition
  const choose = (next: (typeof subjects)[number]) =>
    onChange(
      next === 'attachment'
        ? { field: next }
        : { comparison: 'contains', text: '', ...(field !== 'attachment' && condition), field: next },
    )
  return (
    <Field error={error}>
      <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
        <div className="flex w-40 shrink-0 flex-col">
          <Select
            label={`${label}: ${t('mail.rules.part')}`}
            value={field}
            options={subjects.map((value) => ({ value, label: t(`mail.rules.on.${value}`) }))}
            onChange={choose}
          />
        </div>
        <ConditionText condition={condition} label={label} onChange={onChange} />
        {onRemove !== undefined && (
          <IconButton
            icon="x"
            size="compact"
            label={`${label}: ${t('mail.rules.removeCondition')}`}
            onClick={onRemove}
          />
        )}
      </div>
    </Field>
  )
}

function ConditionText({ condition, label, onChange }: Pick<ConditionFieldProps, 'condition' | 'label' | 'onChange'>) {
  const { t } = useTranslation()
  const { isNot = false } = condition
  const name = `${label}: ${t('mail.rules.way')}`
  if (condition.field === 'attachment') {
    const options = (['yes', 'no'] as const).map((value) => ({ value, label: t(`mail.rules.files.${value}`) }))
    return (
      <div className="flex w-40 flex-col">
        <Select
          label={name}
          value={isNot ? 'no' : 'yes'}
          options={options}
          onChange={(next) => onChange({ field: 'attachment', isNot: next === 'no' })}
        />
      </div>
    )
  }
  const way = condition.comparison === 'contains' ? (isNot ? 'lacks' : 'contains') : isNot ? 'isNot' : 'equals'
  return (
    <>
      <div className="flex w-40 flex-col">
        <Select
          label={name}
          value={way}
          options={ways.map((value) => ({ value, label: t(`mail.rules.ways.${value}`) }))}
          onChange={(next) =>
            onChange({
              ...condition,
              comparison: next === 'contains' || next === 'lacks' ? 'contains' : 'equals',
              isNot: next === 'lacks' || next === 'isNot',
            })
          }
        />
      </div>
      <div className="min-w-40 flex-1">
        <Input
          aria-label={`${label}: ${t('mail.rules.text')}`}
          value={condition.text}
          maxLength={mailLimits.conditionText}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ ...condition, text: target.value })}
        />
      </div>
    </>
  )
}
