import {
  Badge,
  Link,
  HelpLink,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  useBreadcrumb,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listFeatures, readFeature, type Feature, type FeatureDetails } from '../shared.ts'
import { CoreMark } from './CoreMark.tsx'
import { FeatureSwitch } from './FeatureSwitch.tsx'
import { PluginPanel } from './PluginPanel.tsx'
import { PluginTrouble } from './PluginTrouble.tsx'

/** A feature: health, relations, and the contributions of its plugins. */
export default function FeaturePage() {
  const { key = '' } = useParams()
  const { data } = useQuery(readFeature, { key }, { keepPrevious: false })
  const all = useQuery(listFeatures).data
  useBreadcrumb(data?.title ?? '')
  if (data === undefined || all === undefined) return <PageSkeleton />
  // The switch shows its new place at once in the list; the details follow.
  const feature = all.find((one) => one.key === key) ?? data
  return <Shown details={data} feature={feature} all={all} />
}

interface ShownProps {
  readonly details: FeatureDetails
  readonly feature: Feature
  readonly all: readonly Feature[]
}

function Shown({ details, feature, all }: ShownProps) {
  const { t } = useTranslation()
  const { title, description, core, enabled, requires, requiredBy } = feature
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <HelpLink slug="features" />
            {core ? (
              <CoreMark />
            ) : (
              <span className="flex items-center gap-2 text-sm text-muted">
                <span aria-hidden>{t(enabled ? 'features.isOn' : 'features.isOff')}</span>
                <FeatureSwitch feature={feature} all={all} />
              </span>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {details.plugins.map((plugin) => (
          <PluginTrouble key={plugin.name} plugin={plugin} />
        ))}
        {requires.length + requiredBy.length > 0 && (
          <Panel title={t('features.relations')}>
            <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
              <Relation title={t('features.requires')} keys={requires} all={all} />
              <Relation title={t('features.requiredBy')} keys={requiredBy} all={all} />
            </div>
          </Panel>
        )}
        {details.plugins.map((plugin) => (
          <PluginPanel key={plugin.name} plugin={plugin} isOn={enabled} />
        ))}
      </div>
    </>
  )
}

interface RelationProps {
  readonly title: string
  readonly keys: readonly string[]
  readonly all: readonly Feature[]
}

function Relation({ title, keys, all }: RelationProps) {
  const { t } = useTranslation()
  if (keys.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-subtle">{title}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {keys.map((key) => {
          const one = all.find((other) => other.key === key)
          return (
            <li key={key} className="flex items-center gap-2">
              <Link to={`/features/${key}`} className="font-medium underline decoration-line underline-offset-4">
                {one?.title ?? key}
              </Link>
              {one?.enabled === false && <Badge>{t('features.isOff')}</Badge>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function PageSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-6">
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </LoadingRegion>
  )
}
