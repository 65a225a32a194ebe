import type { Role } from '@host/plugin'
import type { ChangeRow, ChangeRows, InWorkspace } from './change-row.ts'
import type { HostEvent } from './host-events.ts'

/** A changeset as its entries and events describe it. */
export interface ChangesetSummary {
  readonly changesetId: string
  readonly title: string
  /** How many values it changes. */
  readonly steps: number
  readonly targets: readonly {
    readonly plugin: string
    readonly kind: string
    readonly target: string
    readonly title: string
    readonly count: number
  }[]
  /** The changeset that it reverts. */
  readonly reverts: string | null
}

interface Ended extends InWorkspace, ChangesetSummary {}

/** A change that the call behind it audits by itself. */
interface Moved extends ChangesetSummary {
  readonly orgId: string
  /** The user who acted; null for a plugin or the host. */
  readonly actorId: string | null
}

/** Changes of changesets, by their kind. */
export interface ChangesetFacts {
  'changeset.planned': Moved & { readonly role: Role; readonly waits: boolean; readonly isByAgent: boolean }
  'changeset.approved': Moved
  'changeset.dismissed': Moved
  'changeset.expired': Moved
  'changeset.reverted': Moved & { readonly revertedBy: string }
  'changeset.applied': Ended
  'changeset.interrupted': Ended & { readonly error: string }
}

const moved = (name: 'changeset.approved' | 'changeset.dismissed' | 'changeset.expired'): ChangeRow<Moved> => ({
  entry: undefined,
  event: (change) => ({ name, data: about(change) }),
})

export const changesetRows = {
  'changeset.planned': {
    entry: undefined,
    event: (change) => {
      const { role, waits, isByAgent } = change
      return { name: 'changeset.planned', data: { ...about(change), role, waits, isByAgent } }
    },
  },
  'changeset.approved': moved('changeset.approved'),
  'changeset.dismissed': moved('changeset.dismissed'),
  'changeset.expired': moved('changeset.expired'),
  'changeset.reverted': {
    entry: undefined,
    event: (change) => ({
      name: 'changeset.reverted',
      data: { ...about(change), revertedBy: change.revertedBy },
    }),
  },
  'changeset.applied': {
    entry: (change) => ({ target: targetOf(change), after: recorded(change) }),
    event: (change) => ({ name: 'changeset.applied', data: about(change) }),
  },
  'changeset.interrupted': {
    entry: (change) => ({ target: targetOf(change), after: { ...recorded(change), error: change.error } }),
    event: (change) => ({ name: 'changeset.interrupted', data: { ...about(change), error: change.error } }),
  },
} as const satisfies ChangeRows<ChangesetFacts>

function targetOf({ changesetId }: ChangesetSummary): string {
  return `changeset:${changesetId}`
}

type AppliedData = Extract<HostEvent, { readonly name: 'changeset.applied' }>['data']

function about({ changesetId, title, steps, targets, reverts }: ChangesetSummary): AppliedData {
  return { changesetId, title, steps, targets, reverts }
}

function recorded({ title, steps, targets, reverts }: ChangesetSummary): Readonly<Record<string, unknown>> {
  return { title, steps, targets, reverts }
}
