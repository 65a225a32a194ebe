import {
  Accordion,
  Badge,
  EmptyState,
  FilterBar,
  HelpLink,
  PageHeader,
  useQuery,
  useTable,
  useTranslation,
  type AskAhead,
} from '@host/plugin-sdk'
import { listFeatures, type Feature } from '../shared.ts'
import { FeatureCard } from './FeatureCard.tsx'
import { FeaturesSkeleton } from './FeaturesSkeleton.tsx'

/** Filters of the feature list. */
const isOf: Readonly<Record<string, (feature: Feature) => boolean>> = {
  on: ({ enabled }) => enabled,
  off: ({ enabled }) => !enabled,
  troubled: ({ enabled, health }) => enabled && health !== 'ok',
  core: ({ core }) => core,
}

/** Features of the workspace, switched on or available. */
export default function FeaturesPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listFeatures)
  const options = Object.keys(isOf).map((value) => ({ value, label: t(`features.state.${value}`) }))
  const table = useTable({ filters: { state: { kind: 'choice', label: t('features.state.label'), options } } })
  const { state } = table.filters
  const isShown = (feature: Feature) =>
    isFound(feature, table.search) && (state === undefined || isOf[state]?.(feature) !== false)
  const shown = data?.filter(isShown)
  return (
    <>
      <PageHeader
        title={t('features.title')}
        description={t('features.description')}
        actions={<HelpLink slug="features" />}
      />
      <FilterBar table={table} search={t('features.search')} />
      {data === undefined && <FeaturesSkeleton />}
      {data?.length === 0 && <EmptyState icon="puzzle" title={t('features.none')} />}
      {data !== undefined && data.length > 0 && shown?.length === 0 && <EmptyState kind="noMatch" />}
      {data !== undefined && shown !== undefined && (
        <Folded features={shown} all={data} isNarrowed={table.search !== '' || state !== undefined} />
      )}
    </>
  )
}

FeaturesPage.askAhead = ({ query }: AskAhead) => query(listFeatures)

function isFound({ key, title, description }: Feature, search: string): boolean {
  return `${title} ${description} ${key}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
}

interface FoldedProps extends CategoriesProps {
  /** Whether the reader looks for something, which a fold must not hide. */
  readonly isNarrowed: boolean
}

/** Features that can be switched, and below them the others, folded. */
function Folded({ features, all, isNarrowed }: FoldedProps) {
  const { t } = useTranslation()
  const core = features.filter((feature) => feature.core)
  if (isNarrowed || core.length === 0) return <Categories features={features} all={all} />
  return (
    <div className="flex flex-col gap-6">
      <Categories features={features.filter((feature) => !feature.core)} all={all} />
      <Accordion
        items={[
          {
            id: 'core',
            title: t('features.core'),
            hint: <Badge>{core.length}</Badge>,
            content: <Categories features={core} all={all} />,
          },
        ]}
      />
    </div>
  )
}

interface CategoriesProps {
  readonly features: readonly Feature[]
  readonly all: readonly Feature[]
}

function Categories({ features, all }: CategoriesProps) {
  // Features that can be switched come first; core features are listed for reference.
  const inOrder = features.toSorted((one, other) => Number(one.core) - Number(other.core))
  const categories = [...new Set(inOrder.map(({ category }) => category))]
  return (
    <div className="flex flex-col gap-6">
      {categories.map((category) => (
        <section key={category} className="grid grid-cols-1 gap-x-6 gap-y-3 border-t border-line pt-5 lg:grid-cols-4">
          <h2 className="font-semibold">{category}</h2>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:col-span-3">
            {inOrder
              .filter((feature) => feature.category === category)
              .map((feature) => (
                <FeatureCard key={feature.key} feature={feature} all={all} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
