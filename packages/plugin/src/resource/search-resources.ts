import type { SearchHit } from '../capabilities.ts'
import { hasRole } from '../roles.ts'
import type { WorkspaceScope } from '../scope.ts'
import { search } from '../search.ts'
import type { AnyTables } from './resource-rows.ts'
import type { AnyResource } from './resource.ts'

/** Hits that the palette takes from a plugin. */
const mostHits = 20

/** A resource of any kind: its fields decide nothing here. */
export type Searchable = Pick<AnyResource, 'label' | 'path' | 'permissions' | 'titleColumn'> & {
  readonly model: Pick<AnyResource['model'], 'table'>
}

/**
 * Finds records of resources for the palette of a plugin, those of the first resource first. Only resources that the
 * caller may read are searched.
 * @example search: (scope, query) => searchResources(scope, query, [deals, contacts])
 * @since 1.0.0
 */
export async function searchResources<Tables>(
  scope: Pick<WorkspaceScope<Tables>, 'db' | 'role' | 'language'>,
  query: string,
  resources: readonly Searchable[],
): Promise<readonly SearchHit[]> {
  const db = scope.db as unknown as WorkspaceScope<AnyTables>['db']
  const hits: SearchHit[] = []
  for (const { model, titleColumn, path, label, permissions } of resources) {
    if (!hasRole(scope.role, permissions.read) || hits.length >= mostHits) continue
    const rows = await db
      .backgroundReads()
      .selectFrom(model.table)
      .select(['id', `${titleColumn} as title`])
      .where((build) => search(build, 'id', query))
      .orderBy('id', 'desc')
      .limit(mostHits - hits.length)
      .execute()
    const detail = label.one[scope.language]
    hits.push(...rows.map(({ id, title }) => ({ title: String(title), detail, path: `${path}/${String(id)}` })))
  }
  return hits
}
