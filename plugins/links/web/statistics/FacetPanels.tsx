import { Panel, useFormat, useTranslation } from '@host/plugin-sdk'
import type { Statistics } from '../../shared.ts'
import { useFacetText } from './useFacetText.ts'

type FacetCounts = Statistics['facets'][number]

export interface FacetPanelsProps {
  readonly facets: Statistics['facets']
  /** All clicks of the range. */
  readonly clicks: number
}

/** What the visits show, each with its most frequent values. Those of which nothing is known are left out. */
export function FacetPanels({ facets, clicks }: FacetPanelsProps) {
  const known = facets.filter(({ facet, values }) => facet !== 'version' && values.some(({ value }) => value !== ''))
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      {known.map((counts) => (
        <FacetPanel key={counts.facet} counts={counts} clicks={clicks} />
      ))}
    </div>
  )
}

function FacetPanel({ counts: { facet, values }, clicks }: { readonly counts: FacetCounts; readonly clicks: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useFacetText(facet)
  return (
    <Panel title={t(`links.facet.${facet}`)}>
      <ol className="flex flex-col gap-1">
        {values.map(({ value, clicks: count }) => (
          <li key={value} className="relative flex items-center justify-between gap-3 px-2 py-1 text-sm">
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-control bg-accent-soft"
              style={{ width: `${(100 * count) / clicks}%` }}
            />
            <span className={`relative min-w-0 truncate ${value === '' ? 'text-muted' : ''}`}>{textOf(value)}</span>
            <span className="relative tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
