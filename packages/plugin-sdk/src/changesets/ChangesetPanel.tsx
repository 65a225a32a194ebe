import { useState, type ReactNode } from 'react'
import { listSteps, readChangeset, type ChangesetPart, type ChangesetStep } from '@host/platform-api/changesets'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { LoadingRegion, Skeleton } from '../components/Skeleton.tsx'
import { useListQuery } from '../query/useListQuery.ts'
import { useQuery } from '../query/useQuery.ts'
import { ChangesetReview } from './ChangesetReview.tsx'

export interface ChangesetPanelProps {
  /** The ID of the changeset. */
  readonly id: string
  /** Shows the values of a step in the feature's own way; undefined shows them as JSON. */
  readonly renderStep?: (step: ChangesetStep, part: ChangesetPart) => ReactNode
  /** Plans the change again. Offered when a value changed since, or the plan expired. */
  readonly onStale?: () => void
  /** Called with the ID of the plan that reverts it. Default: opens `/changes/{id}`. */
  readonly onRevert?: (id: string) => void
  /** Makes its title the heading of the page; an unknown ID becomes the page's "Not found". */
  readonly isPage?: boolean
}

/** Steps of a page. */
const pageSize = 100
/** The net below the live updates. */
const askAgainMilliseconds = 5_000

/**
 * A changeset to review, approve, follow, and revert: its difference, warnings, dependents and journal, live. Buttons
 * depend on its state and the reader's role; a reader without the role sees who can approve it. Needs the plugin
 * `changes`.
 *
 * Texts of warnings and dependents are `change.<code>` and `dependent.<code>` in the server-side `i18n` of the plugin that
 * has found them. The endpoint answers them in the reader's language, with `{{name}}` replaced by the value of that name;
 * a text with `count` may have a form for each plural, such as `dependent.links_one` and `dependent.links_other`.
 * @example <ChangesetPanel id={search.get('plan') ?? ''} onStale={planAgain} renderStep={(step) => <RecordDiff step={step} />} />
 * @since 1.0.0
 */
export function ChangesetPanel(props: ChangesetPanelProps) {
  const { id, isPage = false } = props
  const [isApplying, setApplying] = useState(false)
  const { data, error, refetch } = useQuery(
    readChangeset,
    { id },
    {
      errors: isPage ? 'gate' : 'page',
      keepPrevious: false,
      ...(isApplying && { refetchMilliseconds: askAgainMilliseconds }),
    },
  )
  const steps = useListQuery(
    listSteps,
    { id, limit: pageSize },
    {
      errors: 'page',
      keepPrevious: false,
      ...(isApplying && { refetchMilliseconds: askAgainMilliseconds }),
    },
  )
  const applies = data?.state === 'applying'
  if (applies !== isApplying) setApplying(applies)
  // Both together, so that nothing moves when the second one arrives.
  if (data !== undefined && !steps.isPending) {
    return <ChangesetReview key={id} changeset={data} steps={steps} {...props} />
  }
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <LoadingRegion className="flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-48 w-full" />
    </LoadingRegion>
  )
}
