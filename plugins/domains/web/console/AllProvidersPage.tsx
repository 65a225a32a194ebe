import { ErrorNote, Panel, SkeletonRows, useQuery, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listAllProviders } from '../../shared.ts'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import { ProviderTable } from './ProviderTable.tsx'

/** DNS providers of this build: what each can do, which feature brings it, and how many accounts use it. */
export default function AllProvidersPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(listAllProviders)
  return (
    <>
      <ConsoleTabs />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      <Panel flush title={t('domains.providers.title')} description={t('domains.providers.help')}>
        <div className="border-t border-line">
          {data === undefined ? <SkeletonRows rows={3} /> : <ProviderTable providers={data.items} />}
        </div>
      </Panel>
    </>
  )
}

AllProvidersPage.askAhead = ({ query }: AskAhead) => query(listAllProviders)
