import {
  CodeBlock,
  EmptyState,
  ErrorNote,
  HelpLink,
  PageHeader,
  Panel,
  SkeletonRows,
  useQuery,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { readUpgradeCheck, type UpgradeCheckOut } from '../../shared.ts'
import { UpgradedPlugin } from './UpgradedPlugin.tsx'
import { UpgradeSummary } from './UpgradeSummary.tsx'

const command = './host upgrade --check ./host-new'

/** The last check of an upgrade: whether a build can take over, and what it changes. */
export default function UpgradesPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(readUpgradeCheck)
  return (
    <>
      <PageHeader
        title={t('instance.upgrades.title')}
        description={t('instance.upgrades.description')}
        actions={<HelpLink slug="upgrades" />}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {data === undefined && <SkeletonRows rows={5} />}
        {data?.check === null && <NoCheck />}
        {data?.check && <Check check={data.check} />}
      </div>
    </>
  )
}

UpgradesPage.askAhead = ({ query }: AskAhead) => query(readUpgradeCheck)

function NoCheck() {
  const { t } = useTranslation()
  return (
    <Panel>
      <EmptyState title={t('instance.upgrades.none')}>{t('instance.upgrades.noneHint')}</EmptyState>
      <CodeBlock language={t('instance.upgrades.shell')} code={command} />
    </Panel>
  )
}

function Check({ check }: { readonly check: UpgradeCheckOut }) {
  const { t } = useTranslation()
  const { failure, plugins, left } = check
  return (
    <>
      <UpgradeSummary check={check} />
      {failure === null && plugins === null && <p className="text-muted">{t('instance.upgrades.unknown')}</p>}
      {failure === null && plugins?.length === 0 && <p className="text-muted">{t('instance.upgrades.unchanged')}</p>}
      {plugins?.map((plugin) => (
        <UpgradedPlugin key={plugin.name} plugin={plugin} />
      ))}
      {left > 0 && <p className="text-sm text-muted">{t('instance.upgrades.left', { count: left })}</p>}
    </>
  )
}
