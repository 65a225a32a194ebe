import { useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { listForwards, listLabels, type MailRule, type RuleCondition } from '../../shared.ts'

/** A rule as two sentences. */
export function useRuleText({ mailboxId, match, conditions, actions }: MailRule) {
  const { t } = useTranslation()
  const { list } = useFormat()
  const { data: labels } = useQuery(listLabels)
  const { data: forwards } = useQuery(listForwards, { id: mailboxId })
  const condition = (given: RuleCondition): string => {
    const isNot = given.isNot === true
    if (given.field === 'attachment') return t(isNot ? 'mail.ruleText.noFiles' : 'mail.ruleText.files')
    const way = given.comparison === 'equals' ? (isNot ? 'isNot' : 'is') : isNot ? 'lacks' : 'has'
    return t(`mail.ruleText.${way}`, { field: t(`mail.rules.on.${given.field}`), text: given.text })
  }
  const names = (labels?.items ?? []).filter(({ id }) => actions.labelIds?.includes(id)).map(({ name }) => name)
  const to = (forwards?.items ?? []).filter(({ id }) => actions.forwardIds?.includes(id)).map(({ address }) => address)
  const done = [
    ...(names.length === 0 ? [] : [t('mail.ruleText.label', { labels: names.join(', ') })]),
    ...(actions.folder === undefined
      ? []
      : [t('mail.ruleText.move', { folder: t(`mail.emails.folder.${actions.folder}`) })]),
    ...(actions.markRead === true ? [t('mail.ruleText.read')] : []),
    ...(to.length === 0 ? [] : [t('mail.ruleText.forward', { addresses: to.join(', ') })]),
    ...(actions.stop === true ? [t('mail.ruleText.stop')] : []),
  ]
  return {
    conditions: t(match === 'any' && conditions.length > 1 ? 'mail.ruleText.any' : 'mail.ruleText.all', {
      conditions: list(conditions.map(condition)),
    }),
    actions: done.length === 0 ? t('mail.ruleText.nothing') : t('mail.ruleText.then', { actions: list(done) }),
  }
}
