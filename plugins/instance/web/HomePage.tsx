import {
  CopyButton,
  HelpLink,
  KeyValue,
  PageHeader,
  Panel,
  RelativeTime,
  Skeleton,
  useQuery,
  useTranslation,
  Widgets,
} from '@host/plugin-sdk'
import { readBuild, type Build } from '../shared.ts'
import { HealthPanel } from './HealthPanel.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { ReadinessLine } from './ReadinessLine.tsx'

/** Overview of the instance: build, uptime and health. */
export default function HomePage() {
  const { t } = useTranslation()
  const { data: build } = useQuery(readBuild)
  return (
    <>
      <PageHeader
        title={t('instance.home.title')}
        description={t('instance.home.description')}
        actions={<HelpLink slug="instance-console" />}
      />
      <div className="flex flex-col gap-6">
        <ReadinessLine />
        <HomeFigures />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
            <HealthPanel />
            <Widgets slot="instance.home" />
          </div>
          <Panel title={t('instance.build.title')}>
            {build === undefined ? <Skeleton className="h-40" /> : <BuildFacts build={build} />}
          </Panel>
        </div>
      </div>
    </>
  )
}

function BuildFacts({ build }: { readonly build: Build }) {
  const { t } = useTranslation()
  const digest = (
    <span className="flex items-center gap-1">
      <code className="font-mono text-xs">{build.digest.replace(/^sha256:/, '').slice(0, 12)}</code>
      <CopyButton value={build.digest} label={t('instance.build.copyDigest')} />
    </span>
  )
  return (
    <KeyValue
      items={[
        { label: t('instance.build.version'), value: build.version },
        { label: t('instance.build.digest'), value: digest },
        { label: t('instance.build.database'), value: t(`instance.build.${build.database}`) },
        { label: t('instance.build.node'), value: build.node },
        { label: t('instance.build.started'), value: <RelativeTime value={build.startedAt} /> },
      ]}
    />
  )
}
