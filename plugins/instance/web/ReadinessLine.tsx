import { Alert, ButtonLink, useQuery, useTranslation } from '@host/plugin-sdk'
import { readReadiness } from '../shared.ts'

/** How many conditions of the instance need a look. */
export function ReadinessLine() {
  const { t } = useTranslation()
  const { data } = useQuery(readReadiness)
  const open = data?.items.filter(({ state }) => state !== 'ok') ?? []
  const action = (
    <ButtonLink to="/readiness" size="compact">
      {t('instance.readiness.show')}
    </ButtonLink>
  )
  if (data === undefined) return <div className="h-12" />
  const isFailing = open.some(({ state }) => state === 'fail')
  const tone = open.length === 0 ? 'positive' : isFailing ? 'danger' : 'warning'
  return (
    <Alert
      tone={tone}
      action={action}
      title={open.length === 0 ? t('instance.readiness.ready') : t('instance.readiness.left', { count: open.length })}
    />
  )
}
