import { identityModels } from '../identity/index.ts'
import type { Transactor } from '../database/transactor.ts'
import { boundTables } from './bound-tables.ts'
import { TransferError } from './transfer-error.ts'

/** Finds a workspace by its id or slug. @throws TransferError when there is none, or it is to be deleted */
export async function findWorkspace(on: Transactor, wanted: string) {
  const found = await boundTables(identityModels, on)
    .selectFrom('workspaces')
    .select(['id', 'slug', 'name', 'accent', 'logo', 'time_zone', 'requires_second_factor', 'created_at', 'erase_at'])
    .where((where) => where.or([where('id', '=', wanted), where('slug', '=', wanted)]))
    .executeTakeFirst()
  if (found === undefined) throw new TransferError(`No workspace has the slug or id ${JSON.stringify(wanted)}.`)
  const { erase_at: eraseAt, ...workspace } = found
  if (eraseAt !== null) {
    throw new TransferError(`The workspace "${workspace.slug}" is scheduled for deletion. Restore it first.`)
  }
  return workspace
}
