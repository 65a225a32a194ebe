import { PageHeader, Skeleton, StatCard, useFormat, useQuery, useTranslation } from '@host/plugin-sdk'
import { countGreetings } from 'host-plugin-hello/shared'

export default function CountPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const count = useQuery(countGreetings)
  return (
    <>
      <PageHeader title={t('hello.countTitle')} description={t('hello.countDescription')} />
      <div className="max-w-60">
        <StatCard
          label={t('hello.all')}
          value={count.data === undefined ? <Skeleton className="h-8.5 w-12" /> : format.number(count.data.count)}
        />
      </div>
    </>
  )
}
