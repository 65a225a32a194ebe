import type { ChangesetSummary } from '../domain-changes/changeset-changes.ts'

/** A changeset as its events describe it. */
export interface ToldChangeset {
  readonly id: string
  readonly title: string
  /** How many values it changes. */
  readonly count: number
  readonly reverts?: string | null | undefined
  readonly parts: readonly {
    readonly plugin: string
    readonly kind: string
    readonly target: string
    readonly title: string
    readonly count: number
  }[]
}

/** The facts that all changes of a changeset have. */
export function changesetFacts({ id, title, count, reverts = null, parts }: ToldChangeset): ChangesetSummary {
  const targets = parts.map(({ plugin, kind, target, title: name, count: steps }) => ({
    plugin,
    kind,
    target,
    title: name,
    count: steps,
  }))
  return { changesetId: id, title, steps: count, targets, reverts }
}
