import { useState } from 'react'
import { Combobox, Input, Select, useTranslation } from '@host/plugin-sdk'
import { deviceClasses, type ListSubject, type RuleCondition } from '../../shared.ts'
import { valuesOf } from './rule-edits.ts'

export interface ConditionValueProps {
  readonly condition: RuleCondition
  readonly label: string
  readonly onChange: (condition: RuleCondition) => void
}

type Of<On extends RuleCondition['on']> = Omit<ConditionValueProps, 'condition'> & {
  readonly condition: Extract<RuleCondition, { on: On }>
}

interface ListValueProps extends Omit<ConditionValueProps, 'condition'> {
  readonly condition: Extract<RuleCondition, { on: ListSubject }>
}

/** The part of a condition that its subject needs. */
export function ConditionValue({ condition, ...rest }: ConditionValueProps) {
  const { on } = condition
  if (on === 'query') return <QueryValue condition={condition} {...rest} />
  if (on === 'time') return <TimeValue condition={condition} {...rest} />
  if (on === 'share') return <ShareValue condition={condition} {...rest} />
  if (on === 'returning') return <ReturningValue condition={condition} {...rest} />
  if (on === 'clicks') return <ClicksValue condition={condition} {...rest} />
  if (on !== 'network') return <ListValue condition={condition} {...rest} />
  const { label, onChange } = rest
  return <ListInput values={condition.values} label={label} onChange={(values) => onChange({ ...condition, values })} />
}

function ListValue({ condition, label, onChange }: ListValueProps) {
  const { t } = useTranslation()
  const { on, values, isNot = false } = condition
  const ways = [
    { value: 'is', label: t('links.rules.is') },
    { value: 'isNot', label: t('links.rules.isNot') },
  ] as const
  const devices = deviceClasses.map((value) => ({ value, label: t(`links.device.${value}`) }))
  return (
    <>
      <div className="w-28 shrink-0">
        <Select
          label={`${label}: ${t('links.rules.way')}`}
          value={isNot ? 'isNot' : 'is'}
          options={ways}
          onChange={(way) => onChange({ on, values, ...(way === 'isNot' && { isNot: true }) })}
        />
      </div>
      {on === 'device' ? (
        <div className="min-w-52 flex-1">
          <Combobox
            multiple
            label={`${label}: ${t('links.rules.values')}`}
            value={values}
            options={devices}
            onChange={(next) => onChange({ ...condition, values: [...next] })}
          />
        </div>
      ) : (
        <ListInput
          values={values}
          label={label}
          hint={t(`links.rules.example.${on}`)}
          onChange={(next) => onChange({ ...condition, values: next })}
        />
      )}
    </>
  )
}

interface ListInputProps {
  readonly values: readonly string[]
  readonly label: string
  readonly hint?: string
  readonly onChange: (values: string[]) => void
}

/** Values with commas between them, as they were typed. */
function ListInput({ values, label, hint = '192.0.2.0/24', onChange }: ListInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  // The typed text is shown while it means these values; a rule that was moved here brings others.
  const text = valuesOf(typed).join() === values.join() ? typed : values.join(', ')
  return (
    <Input
      className="min-w-40 flex-1"
      aria-label={`${label}: ${t('links.rules.values')}`}
      value={text}
      placeholder={hint}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(valuesOf(event.target.value))
      }}
    />
  )
}

function QueryValue({ condition, label, onChange }: Of<'query'>) {
  const { t } = useTranslation()
  return (
    <>
      <Input
        className="w-36"
        aria-label={`${label}: ${t('links.rules.parameter')}`}
        value={condition.name}
        placeholder="utm_source"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...condition, name: event.target.value })}
      />
      <ListInput
        values={condition.values}
        label={label}
        hint={t('links.rules.anyValue')}
        onChange={(values) => onChange({ ...condition, values })}
      />
    </>
  )
}

function TimeValue({ condition, label, onChange }: Of<'time'>) {
  const { t } = useTranslation()
  const { from, to, timeZone } = condition
  return (
    <>
      <Input
        type="time"
        className="w-32"
        aria-label={`${label}: ${t('links.rules.from')}`}
        value={from}
        onChange={(event) => onChange({ ...condition, from: event.target.value })}
      />
      <Input
        type="time"
        className="w-32"
        aria-label={`${label}: ${t('links.rules.to')}`}
        value={to}
        onChange={(event) => onChange({ ...condition, to: event.target.value })}
      />
      <Days condition={condition} label={label} onChange={onChange} />
      <Input
        className="min-w-40 flex-1"
        aria-label={`${label}: ${t('links.rules.timeZone')}`}
        value={timeZone}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...condition, timeZone: event.target.value })}
      />
    </>
  )
}

/** The days of a span; every day when none is chosen. */
function Days({ condition, label, onChange }: Of<'time'>) {
  const { t, language } = useTranslation()
  const names = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // The fifth of January 1970 is a Monday.
  const options = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: names.format((day + 3) * 86_400_000),
  }))
  return (
    <div className="min-w-52 flex-1">
      <Combobox
        multiple
        label={`${label}: ${t('links.rules.days')}`}
        placeholder={condition.days.length === 0 ? t('links.rules.everyDay') : ''}
        value={condition.days.map(String)}
        options={options}
        onChange={(days) => onChange({ ...condition, days: days.map(Number).toSorted((one, other) => one - other) })}
      />
    </div>
  )
}

function ReturningValue({ condition, label, onChange }: Of<'returning'>) {
  const { t } = useTranslation()
  const options = [
    { value: 'returning', label: t('links.rules.returning') },
    { value: 'first', label: t('links.rules.first') },
  ] as const
  return (
    <div className="min-w-52 flex-1">
      <Select
        label={`${label}: ${t('links.rules.values')}`}
        value={condition.isNot === true ? 'first' : 'returning'}
        options={options}
        onChange={(value) => onChange({ on: 'returning', ...(value === 'first' && { isNot: true }) })}
      />
    </div>
  )
}

function ClicksValue({ condition, label, onChange }: Of<'clicks'>) {
  const { t } = useTranslation()
  const { on, from, to } = condition
  return (
    <>
      <Input
        type="number"
        className="w-28"
        min={0}
        aria-label={`${label}: ${t('links.rules.clicksFrom')}`}
        value={String(from)}
        onChange={(event) => onChange({ ...condition, from: Number(event.target.value) })}
      />
      <Input
        type="number"
        className="w-28"
        min={1}
        aria-label={`${label}: ${t('links.rules.clicksTo')}`}
        placeholder={t('links.rules.noEnd')}
        value={to === undefined ? '' : String(to)}
        onChange={({ target: { value } }) => onChange({ on, from, ...(value !== '' && { to: Number(value) }) })}
      />
    </>
  )
}

function ShareValue({ condition, label, onChange }: Of<'share'>) {
  const { t } = useTranslation()
  return (
    <Input
      type="number"
      className="w-24"
      suffix="%"
      min={1}
      max={99}
      aria-label={`${label}: ${t('links.rules.percent')}`}
      value={String(condition.percent)}
      onChange={(event) => onChange({ ...condition, percent: Number(event.target.value) })}
    />
  )
}
