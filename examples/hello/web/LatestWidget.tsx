import { GlassCard, Link, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { listGreetings } from 'host-plugin-hello/shared'

export default function LatestWidget() {
  const { t } = useTranslation()
  const greetings = useQuery(listGreetings)
  const latest = greetings.data?.items[0]
  return (
    <GlassCard>
      <h2 className="text-sm font-medium text-muted">{t('hello.latestOne')}</h2>
      {greetings.data === undefined ? (
        <Skeleton className="mt-2 h-5 w-48" />
      ) : (
        <p className="mt-2 text-lg">{latest?.text ?? t('hello.empty')}</p>
      )}
      <Link to="/hello" className="mt-3 inline-block text-sm text-accent-fg">
        {t('hello.open')}
      </Link>
    </GlassCard>
  )
}
