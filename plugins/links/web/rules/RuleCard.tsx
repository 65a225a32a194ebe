import { Button, Field, type GripHandlers, Icon, IconButton, Input, useTranslation } from '@host/plugin-sdk'
import type { LinkRule } from '../../shared.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { newCondition } from './rule-edits.ts'

export interface RuleCardProps {
  readonly place: number
  readonly rule: LinkRule
  readonly isLast: boolean
  /** The first error of a field, or of a part of it. */
  readonly errorAt: (field: string) => string | undefined
  readonly onChange: (rule: LinkRule) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
  readonly grip: GripHandlers
  /** Its part in a drag. */
  readonly drop: 'dragged' | 'above' | 'below' | undefined
}

const dropClass = { dragged: 'opacity-55', above: 'border-t-accent', below: 'border-b-accent' } as const

const mostConditions = 10

/** A rule: its conditions, all of which must hold, and where it leads. */
export function RuleCard({ place, rule, isLast, errorAt, onChange, onMove, onRemove, grip, drop }: RuleCardProps) {
  const { t } = useTranslation()
  const number = place + 1
  const { url, conditions } = rule
  return (
    <li className={`rounded-card border border-line bg-raised p-4 ${drop === undefined ? '' : dropClass[drop]}`}>
      <RuleHead {...{ place, isLast, onMove, onRemove, grip }} />
      <div className="flex flex-col gap-3">
        {conditions.map((condition, at) => (
          <ConditionRow
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no other identity
            key={at}
            condition={condition}
            label={`${t('links.rules.rule', { number })}, ${t('links.rules.condition', { number: at + 1 })}`}
            error={errorAt(`conditions.${at}`)}
            onChange={(next) => onChange({ ...rule, conditions: conditions.with(at, next) })}
            onRemove={
              conditions.length > 1 ? () => onChange({ ...rule, conditions: conditions.toSpliced(at, 1) }) : undefined
            }
          />
        ))}
        {conditions.length < mostConditions && (
          <Button
            size="compact"
            variant="ghost"
            icon="plus"
            className="self-start"
            onClick={() => onChange({ ...rule, conditions: [...conditions, newCondition('device')] })}
          >
            {t('links.rules.addCondition')}
          </Button>
        )}
        <Field label={t('links.rules.target')} error={errorAt('url')} required>
          <Input
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...rule, url: event.target.value })}
          />
        </Field>
      </div>
    </li>
  )
}

type RuleHeadProps = Pick<RuleCardProps, 'place' | 'isLast' | 'onMove' | 'onRemove' | 'grip'>

function RuleHead({ place, isLast, onMove, onRemove, grip }: RuleHeadProps) {
  const { t } = useTranslation()
  const number = place + 1
  return (
    <div className="mb-3 flex items-center gap-1">
      {(place > 0 || !isLast) && (
        <span {...grip} aria-hidden className="flex size-6 shrink-0 cursor-grab touch-none items-center text-muted">
          <Icon name="menu" size={16} />
        </span>
      )}
      <h2 className="min-w-0 flex-1 text-sm font-semibold">{t('links.rules.rule', { number })}</h2>
      {place > 0 && (
        <IconButton icon="arrow-up" size="compact" label={t('links.rules.up', { number })} onClick={() => onMove(-1)} />
      )}
      {!isLast && (
        <IconButton
          icon="arrow-down"
          size="compact"
          label={t('links.rules.down', { number })}
          onClick={() => onMove(1)}
        />
      )}
      <IconButton icon="trash" size="compact" label={t('links.rules.remove', { number })} onClick={onRemove} />
    </div>
  )
}
