import type { HostEventName } from '../events/host-events.ts'

/** Events of the life of a changeset; `applied` and `interrupted` come from the audit log. */
export type ChangesetEventName = Extract<HostEventName, `changeset.${string}`>

/** Publishes an event of the host in the transaction of the caller. */
export type PublishChangeset = (name: ChangesetEventName, orgId: string, data: object) => Promise<unknown>

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

/** The data that all events of a changeset have. @param by the user who acted; null for a plugin or the host */
export function changesetFacts({ id, title, count, reverts = null, parts }: ToldChangeset, by: string | null) {
  const targets = parts.map(({ plugin, kind, target, title: name, count: steps }) => ({
    plugin,
    kind,
    target,
    title: name,
    count: steps,
  }))
  return { changesetId: id, title, steps: count, targets, reverts, by }
}
