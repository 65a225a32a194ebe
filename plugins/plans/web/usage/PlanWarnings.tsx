import { Alert, useFormat, useTranslation } from '@host/plugin-sdk'
import type { WorkspaceEntitlement } from '../../shared.ts'
import { usageLevel, type UsageLevel } from './usage-level.ts'

/** Names the limits that are nearly or wholly used up. */
export function PlanWarnings({ items }: { readonly items: readonly WorkspaceEntitlement[] }) {
  const { t, language } = useTranslation()
  const { list } = useFormat()
  const named = (...levels: readonly UsageLevel[]) =>
    items
      .filter((item) => item.kind !== 'tier' && levels.includes(usageLevel(item)))
      .map(({ title }) => title[language])
  const [over, full, near] = [named('over'), named('full'), named('near')]
  return (
    <>
      {over.length > 0 && (
        <Alert tone="warning" title={t('plans.usage.overTitle', { names: list(over) })}>
          {t('plans.usage.overMeans')}
        </Alert>
      )}
      {full.length > 0 && (
        <Alert tone="warning" title={t('plans.usage.fullTitle', { names: list(full) })}>
          {t('plans.usage.fullMeans')}
        </Alert>
      )}
      {near.length > 0 && (
        <Alert title={t('plans.usage.nearTitle', { names: list(near) })}>{t('plans.usage.nearMeans')}</Alert>
      )}
    </>
  )
}
