import type { DataAccess } from '../../database/data-access.ts'
import { identityModels } from '../../identity/index.ts'

/** A workspace as the visitors of its public pages see it. */
export interface PublicWorkspace {
  readonly id: string
  readonly name: string
  /** `#rrggbb`; null for the product's own. */
  readonly accent: string | null
}

/** Finds a workspace by its id; undefined for one that is unknown, or is being erased. */
export type FindPublicWorkspace = (orgId: string) => Promise<PublicWorkspace | undefined>

/** Reads workspaces from the database. */
export function publicWorkspaces(data: Pick<DataAccess, 'forHost'>): FindPublicWorkspace {
  const db = data.forHost(identityModels)
  return async (orgId) =>
    await db
      .selectFrom('workspaces')
      .select(['id', 'name', 'accent'])
      .where('id', '=', orgId)
      .where('erase_at', 'is', null)
      .executeTakeFirst()
}
