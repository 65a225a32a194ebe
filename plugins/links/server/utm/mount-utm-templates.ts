import { Problem, UniqueViolation, type WorkspaceScope } from '@host/plugin'
import {
  changeUtmTemplate,
  createUtmTemplate,
  deleteUtmTemplate,
  linkLimits,
  listUtmTemplates,
  utmFields,
  type UtmTemplate,
} from '../../shared.ts'
import { countMore } from '../links/link-totals.ts'
import type { Tables } from '../models.ts'
import type { LinksMux } from '../parts.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'audit'>
type NewTemplate = Omit<UtmTemplate, 'id'>

const columns = ['id', 'name', ...utmFields] as const

/** Routes of UTM templates. */
export function mountUtmTemplates(mux: LinksMux): void {
  mux.endpoint(listUtmTemplates, async ({ db }) => {
    const templates = db.selectFrom('links_utm_templates').select(columns).orderBy('name').orderBy('id')
    return { items: await templates.limit(linkLimits.utmTemplates).execute() }
  })
  mux.endpoint(createUtmTemplate, (scope) => createTemplate(scope, scope.input))
  mux.endpoint(changeUtmTemplate, (scope) => changeTemplate(scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteUtmTemplate, ({ db, params: { id }, audit }) =>
    db.transaction(async (tx) => {
      const deleted = tx.deleteFrom('links_utm_templates').where('id', '=', id).returning('name')
      const row = await deleted.executeTakeFirst()
      if (row === undefined) throw new Problem('not_found')
      audit.describe({ target: `utm template:${id}`, before: { name: row.name } })
      return undefined
    }),
  )
}

/** @throws Problem `invalid_input`, `conflict` */
async function createTemplate({ db, audit }: Caller, input: NewTemplate): Promise<UtmTemplate> {
  requireValue(input)
  return await db.transaction(async (tx) => {
    // Waits for other creations of the workspace, so that no two of them exceed the limit together.
    await countMore(tx, 0)
    const row = await named(() =>
      tx.insertInto('links_utm_templates').values(input).returning(columns).executeTakeFirstOrThrow(),
    )
    const rows = await tx.selectFrom('links_utm_templates').select('id').execute()
    if (rows.length > linkLimits.utmTemplates) throw new Problem('conflict', tooMany)
    audit.describe({ target: `utm template:${row.id}`, after: { name: row.name } })
    return row
  })
}

/** @throws Problem `invalid_input`, `conflict`, `not_found` */
async function changeTemplate({ db, audit }: Caller, { id, ...input }: UtmTemplate): Promise<UtmTemplate> {
  requireValue(input)
  return await db.transaction(async (tx) => {
    const changed = tx.updateTable('links_utm_templates').set(input).where('id', '=', id).returning(columns)
    const row = await named(() => changed.executeTakeFirst())
    if (row === undefined) throw new Problem('not_found')
    audit.describe({ target: `utm template:${id}`, after: input })
    return row
  })
}

/** @throws Problem `conflict` for a name that another template has */
async function named<Row>(write: () => Promise<Row>): Promise<Row> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', {
      detail: nameTaken,
      errors: [{ path: 'name', message: nameTaken }],
      cause: error,
    })
  }
}

function requireValue(template: NewTemplate): void {
  if (utmFields.some((field) => template[field] !== '')) return
  throw new Problem('invalid_input', { errors: [{ path: 'source', message: empty }] })
}

const nameTaken = { en: 'Another template has this name.', zh: '已有同名模板。' }
const empty = { en: 'Enter at least one value.', zh: '请至少输入一个值。' }
const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${linkLimits.utmTemplates} UTM templates.`,
    zh: `此工作区已达到 ${linkLimits.utmTemplates} 个 UTM 模板的上限。`,
  },
  nextStep: { en: 'Delete a template that is not needed, then try again.', zh: '请先删除不再需要的模板，然后重试。' },
}
