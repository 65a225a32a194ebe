import { Problem, UniqueViolation, type WorkspaceScope } from '@host/plugin'
import {
  createFolder,
  createTag,
  deleteFolder,
  deleteTag,
  linkLimits,
  listFolders,
  listTags,
  renameFolder,
  renameTag,
  type Label,
} from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { foldName } from './fold-name.ts'
import { forgetLabel } from './label-jobs.ts'
import { requireRoom, type LabelTable } from './label-limit.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Routes of tags and folders. */
export function mountLabels(mux: LinksMux, parts: Parts): void {
  const tags = labelsOf(parts, 'links_tags')
  mux.endpoint(listTags, tags.list)
  mux.endpoint(createTag, (scope) => tags.create(scope, scope.input.name))
  mux.endpoint(renameTag, (scope) => tags.rename(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteTag, (scope) => tags.remove(scope, scope.params.id))
  const folders = labelsOf(parts, 'links_folders')
  mux.endpoint(listFolders, folders.list)
  mux.endpoint(createFolder, (scope) => folders.create(scope, scope.input.name))
  mux.endpoint(renameFolder, (scope) => folders.rename(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteFolder, (scope) => folders.remove(scope, scope.params.id))
}

function labelsOf(parts: Parts, table: LabelTable) {
  const noun = table === 'links_tags' ? 'link tag' : 'link folder'
  return {
    async list({ db }: Caller): Promise<{ items: Label[] }> {
      const labels = db.selectFrom(table).select(['id', 'name']).orderBy('folded').limit(linkLimits.labels)
      return { items: await labels.execute() }
    },
    create: async ({ db, audit }: Caller, name: string): Promise<Label> =>
      await db.transaction(async (tx) => {
        await requireRoom(tx, table, { more: 1, path: 'name' })
        const added = tx
          .insertInto(table)
          .values({ name, folded: foldName(name) })
          .returning(['id', 'name'])
        const label = await namedOnce(added.executeTakeFirstOrThrow())
        audit.describe({ target: `${noun}:${label.id}`, after: { name } })
        return label
      }),
    rename: async ({ db, audit }: Caller, { id, name }: Label): Promise<Label> =>
      await db.transaction(async (tx) => {
        const before = await tx.selectFrom(table).select('name').where('id', '=', id).forUpdate().executeTakeFirst()
        if (before === undefined) throw new Problem('not_found')
        const renamed = tx
          .updateTable(table)
          .set({ name, folded: foldName(name) })
          .where('id', '=', id)
        await namedOnce(renamed.execute())
        audit.describe({ target: `${noun}:${id}`, before: { name: before.name }, after: { name } })
        return { id, name }
      }),
    async remove({ db, orgId, audit }: Caller, id: string): Promise<undefined> {
      await db.transaction(async (tx) => {
        const gone = await tx.deleteFrom(table).where('id', '=', id).returning('name').executeTakeFirst()
        if (gone === undefined) throw new Problem('not_found')
        await parts.jobs.enqueue(orgId, forgetLabel, { table, id })
        audit.describe({ target: `${noun}:${id}`, before: { name: gone.name } })
      })
    },
  }
}

/** @throws Problem `conflict` where another label has the name */
async function namedOnce<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { detail: taken, errors: [{ path: 'name', message: taken }], cause: error })
  }
}

const taken = { en: 'This name is taken. Choose another one.', zh: '该名称已被使用，请换一个。' }
