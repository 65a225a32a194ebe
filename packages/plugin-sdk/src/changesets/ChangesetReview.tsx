import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { ChangesetStep, ShownChangeset } from '@host/platform-api/changesets'
import { ChangesetActions } from './ChangesetActions.tsx'
import { ChangesetDependents } from './ChangesetDependents.tsx'
import { ChangesetHeader } from './ChangesetHeader.tsx'
import { ChangesetNotice } from './ChangesetNotice.tsx'
import type { ChangesetPanelProps } from './ChangesetPanel.tsx'
import { ChangesetSteps } from './ChangesetSteps.tsx'
import { ChangesetWarnings } from './ChangesetWarnings.tsx'
import type { ListQueryResult } from '../query/useListQuery.ts'
import { useConfirmations } from './useConfirmations.ts'
import { useReviewRights } from './useReviewRights.ts'

export interface ChangesetReviewProps extends ChangesetPanelProps {
  readonly changeset: ShownChangeset
  readonly steps: ListQueryResult<ChangesetStep>
}

/** A changeset that has arrived: warnings before the difference, and the buttons last. */
export function ChangesetReview({
  changeset,
  steps,
  renderStep,
  onStale,
  onRevert,
  isPage = false,
}: ChangesetReviewProps): ReactNode {
  const { mayApply } = useReviewRights(changeset)
  const confirmations = useConfirmations(changeset.warnings)
  const { place, onActed } = useFocusAfterAct(changeset.state)
  const isAsked = mayApply && changeset.state === 'planned'
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ChangesetHeader changeset={changeset} isPage={isPage} />
      <div ref={place} tabIndex={-1} className="outline-none empty:hidden">
        <ChangesetNotice changeset={changeset} onStale={onStale} />
      </div>
      <ChangesetWarnings warnings={changeset.warnings} confirmations={isAsked ? confirmations : undefined} />
      <ChangesetDependents dependents={changeset.dependents} />
      <ChangesetSteps changeset={changeset} steps={steps} renderStep={renderStep} />
      <ChangesetActions {...{ changeset, confirmations, onStale, onRevert, onActed }} />
    </div>
  )
}

/** The buttons that a reader has pressed may be gone with the new state; the focus goes to its notice. */
function useFocusAfterAct(state: string): { place: RefObject<HTMLDivElement | null>; onActed: () => void } {
  const place = useRef<HTMLDivElement>(null)
  const actedIn = useRef<string>(undefined)
  useEffect(() => {
    if (actedIn.current === undefined || actedIn.current === state) return
    actedIn.current = undefined
    place.current?.focus()
  }, [state])
  return {
    place,
    onActed: () => {
      actedIn.current = state
    },
  }
}
