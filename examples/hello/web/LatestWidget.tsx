import { ButtonLink, Panel, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import { listGreetings } from 'host-plugin-hello/shared'

export default function LatestWidget() {
  const { t } = useTranslation()
  const greetings = useQuery(listGreetings)
  const latest = greetings.data?.items[0]
  const all = (
    <ButtonLink to="/hello" size="compact" variant="ghost">
      {t('hello.open')}
    </ButtonLink>
  )
  return (
    <Panel title={t('hello.latestOne')} actions={all}>
      {greetings.data === undefined ? (
        <Skeleton className="h-6 w-48" />
      ) : (
        <p className="text-lg">{latest?.text ?? t('hello.empty')}</p>
      )}
    </Panel>
  )
}
