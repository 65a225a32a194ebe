import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { planFacts } from './plan-facts.ts'

/** The plan that refused something, the plans that include more, and when a count starts again. */
export function PlanNote({ error }: { readonly error: unknown }) {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = planFacts(error)
  if (facts === undefined) return null
  const { plan, plans, resetsAt } = facts
  return (
    <>
      {plan !== undefined && <p>{t('sdk.locked.plan', { name: plan })}</p>}
      {plans.length > 0 && <p>{t('sdk.locked.plans', { names: format.list(plans) })}</p>}
      {resetsAt !== undefined && <p>{t('sdk.locked.resets', { date: format.dateTime(resetsAt) })}</p>}
    </>
  )
}
