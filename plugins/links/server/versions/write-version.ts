import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '@host/plugin'
import { linkLimits, type LinkRule, type QueryMode } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** Decides where a visit leads. */
export interface LinkTargets {
  readonly url: string
  readonly rules: readonly LinkRule[]
  readonly query: QueryMode
  readonly redirect: number
}

/** A link that is locked. */
export interface VersionedRow extends LinkTargets {
  readonly id: string
  readonly version: number
  readonly created_by: string
  readonly created_at: string
}

/** A change of a link. */
export interface TargetChange {
  readonly change: { readonly [Name in keyof LinkTargets]?: LinkTargets[Name] | undefined }
  readonly userId: string
  /** ISO 8601. */
  readonly now: string
}

/**
 * Writes the version that a change of a locked link makes, and deletes the oldest ones.
 * @returns the number of the version, which the caller stores with the change; unchanged where the targets are the same
 */
export async function writeVersion(
  tx: Queries<Tables>,
  row: VersionedRow,
  { change, userId, now }: TargetChange,
): Promise<number> {
  const before = targetsOf(row)
  const after = targetsOf({
    url: change.url ?? row.url,
    rules: change.rules ?? row.rules,
    query: change.query ?? row.query,
    redirect: change.redirect ?? row.redirect,
  })
  if (isDeepStrictEqual(before, after)) return row.version
  const number = row.version + 1
  const current = { ...after, link_id: row.id, number, created_by: userId, created_at: now }
  // A link that was never changed has its first version in its own row.
  const first = { ...before, link_id: row.id, number: 1, created_by: row.created_by, created_at: row.created_at }
  const added = row.version === 1 ? [first, current] : [current]
  await tx.insertInto('links_versions').values(added).execute()
  const oldest = number - linkLimits.versions
  if (oldest > 0) {
    await tx.deleteFrom('links_versions').where('link_id', '=', row.id).where('number', '<=', oldest).execute()
  }
  return number
}

function targetsOf({ url, rules, query, redirect }: LinkTargets): LinkTargets {
  return { url, rules, query, redirect }
}
