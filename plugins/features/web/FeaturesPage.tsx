import { EmptyState, PageHeader, useQuery, useTranslation, type AskAhead } from '@host/plugin-sdk'
import { listFeatures, type Feature } from '../shared.ts'
import { FeatureCard } from './FeatureCard.tsx'
import { FeaturesSkeleton } from './FeaturesSkeleton.tsx'

/** What this workspace has switched on, and what it could. */
export default function FeaturesPage() {
  const { t } = useTranslation()
  const { data } = useQuery(listFeatures)
  return (
    <>
      <PageHeader title={t('features.title')} description={t('features.description')} />
      {data === undefined && <FeaturesSkeleton />}
      {data?.length === 0 && <EmptyState icon="puzzle" title={t('features.none')} />}
      {data !== undefined && <Categories features={data} />}
    </>
  )
}

FeaturesPage.askAhead = ({ query }: AskAhead) => query(listFeatures)

function Categories({ features }: { readonly features: readonly Feature[] }) {
  // What can be switched comes first; what is always on is there to be looked up.
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
                <FeatureCard key={feature.key} feature={feature} all={features} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
