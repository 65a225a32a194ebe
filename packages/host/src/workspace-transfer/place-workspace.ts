/** The row of an imported workspace, and its audit entries. */
import { isSlug } from '../identity/workspaces/slug.ts'
import { isRetiredFor } from '../identity/workspaces/retired-slugs.ts'
import { identityModels } from '../identity/index.ts'
import type { Transactor } from '../database/transactor.ts'
import { iso } from '../support/time.ts'
import { boundTables } from './bound-tables.ts'
import type { FileWorkspace } from './file/entries.ts'
import { TransferError } from './transfer-error.ts'

/** A workspace as it begins in its new instance. */
export interface PlacedWorkspace extends FileWorkspace {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly isClone: boolean
}

const accent = /^#[0-9a-f]{6}$/
const logo = /^\w{1,43}$/

/**
 * Inserts the workspace, held: it is read-only, and none of its jobs runs until it is released.
 * @throws TransferError for a slug or an id that is taken, and for values that no workspace has
 */
export async function placeWorkspace(on: Transactor, { now, isClone, ...workspace }: PlacedWorkspace): Promise<void> {
  requireValues(workspace)
  const db = boundTables(identityModels, on)
  const { id, slug } = workspace
  const taken = await db
    .selectFrom('workspaces')
    .select(['id', 'slug'])
    .where((where) => where.or([where('id', '=', id), where('slug', '=', slug)]))
    .execute()
  if (taken.some((each) => each.id === id)) throw alreadyHere(slug)
  if (taken.length > 0 || (await isRetiredFor(db, slug, undefined))) throw slugTaken(slug)
  const held = {
    held_at: iso(now),
    suspended_at: iso(now),
    suspension_reason: isClone ? reasons.clone : reasons.import,
  }
  await db
    .insertInto('workspaces')
    .values({ ...workspace, ...held })
    .execute()
}

const reasons = {
  clone: 'A clone, which sends nothing until the operator releases it.',
  import: 'Imported, and sends nothing until the operator releases it.',
} as const

function requireValues({ slug, accent: color, logo: picture, name, time_zone: zone }: FileWorkspace): void {
  if (!isSlug(slug)) {
    throw new TransferError(`"${slug}" is not a valid slug. Use 3 to 63 lowercase letters, numbers and hyphens.`)
  }
  const isWell =
    (color === null || accent.test(color)) && (picture === null || logo.test(picture)) && name.trim() !== ''
  if (!isWell || !isTimeZone(zone)) throw new TransferError('The file has invalid workspace settings.')
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function alreadyHere(slug: string): TransferError {
  return new TransferError(
    `This instance has the workspace of the file already. Import it as a clone: add --clone, and --slug other than "${slug}".`,
  )
}

function slugTaken(slug: string): TransferError {
  return new TransferError(`The slug "${slug}" is taken. Choose another one with --slug.`)
}
