import { useMemo } from 'react'
import { useFormat, useTranslation } from '@host/plugin-sdk'
import { deviceClasses, type LinkRule, type ListSubject, type RuleCondition } from '../../shared.ts'

/** Writes rules and their conditions as sentences. */
export interface RuleText {
  readonly rule: (rule: LinkRule) => string
  readonly condition: (condition: RuleCondition) => string
}

export function useRuleText(): RuleText {
  const { t, language } = useTranslation()
  const { list, number, percent } = useFormat()
  return useMemo(() => {
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
    const listed = ({ on, values, isNot = false }: Extract<RuleCondition, { on: ListSubject }>): string => {
      const named = values.map((value) => {
        const device = on === 'device' ? deviceClasses.find((each) => each === value.toLowerCase()) : undefined
        return device === undefined ? value : t(`links.device.${device}`)
      })
      const parts = { subject: t(`links.rules.on.${on}`), values: named.join(', ') }
      return t(isNot ? 'links.ruleText.isNot' : 'links.ruleText.is', parts)
    }
    const condition = (given: RuleCondition): string => {
      const { on } = given
      if (on === 'query') {
        const { name, values } = given
        return values.length === 0
          ? t('links.ruleText.hasQuery', { name })
          : t('links.ruleText.query', { name, values: values.join(', ') })
      }
      if (on === 'network') {
        return t('links.ruleText.is', { subject: t('links.rules.on.network'), values: given.values.join(', ') })
      }
      if (on === 'returning') return t(given.isNot === true ? 'links.ruleText.first' : 'links.ruleText.returning')
      if (on === 'clicks') {
        const { from, to } = given
        return t(to === undefined ? 'links.ruleText.clicksFrom' : 'links.ruleText.clicks', {
          from: number(from),
          to: number(to ?? 0),
        })
      }
      if (on === 'share') return t('links.ruleText.share', { percent: percent(given.percent / 100) })
      if (on !== 'time') return listed(given)
      // January 1, 2024 was a Monday.
      const days = given.days.map((day) => weekday.format(Date.UTC(2024, 0, day)))
      const { from, to, timeZone } = given
      const text = t('links.ruleText.time', { from, to, timeZone })
      return days.length === 0 ? text : t('links.ruleText.days', { text, days: days.join(', ') })
    }
    const rule = ({ url, conditions }: LinkRule): string =>
      t('links.ruleText.rule', { conditions: list(conditions.map(condition)), url })
    return { rule, condition }
  }, [t, language, list, number, percent])
}
