import { sanitizeHtml } from '@host/email'
import { listOf, Problem, UniqueViolation, type EndpointInput, type WorkspaceScope } from '@host/plugin'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  previewTemplate,
  readTemplate,
  testTemplate,
  writingLimits,
  type Template,
} from '../../shared.ts'
import { wrong } from '../compose/senders.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { fillTemplate, allVariables } from './fill-template.ts'
import { sendTest } from './send-test.ts'
import { listedTemplate, requireTemplate, requireVariant, shownTemplate, templateColumns } from './template-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'userId' | 'audit'>
type NewTemplate = EndpointInput<typeof createTemplate>

/** Routes of templates: admins change them, members use them. */
export function mountTemplates(mux: MailMux, parts: Parts): void {
  mux.endpoint(listTemplates, (scope) =>
    listOf(scope, scope.db.selectFrom('mail_templates').select(templateColumns), {
      usual: 'name',
      sort: { name: 'name' },
      item: listedTemplate,
    }),
  )
  mux.endpoint(readTemplate, async ({ db, params }) => shownTemplate(await requireTemplate(db, params.id)))
  mux.endpoint(createTemplate, (scope) => createIn(parts, scope, scope.input))
  mux.endpoint(changeTemplate, (scope) => changeIn(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(deleteTemplate, ({ db, params: { id }, audit }) =>
    db.transaction(async (tx) => {
      const gone = await tx.deleteFrom('mail_templates').where('id', '=', id).returning('slug').executeTakeFirst()
      if (gone === undefined) throw new Problem('not_found')
      audit.describe({ target: `mail_template:${id}`, before: { slug: gone.slug } })
      return undefined
    }),
  )
  mux.endpoint(previewTemplate, async ({ db, params, input }) => {
    const variant = requireVariant(await requireTemplate(db, params.id), input.language, 'language')
    return fillTemplate(variant, input.variables)
  })
  mux.endpoint(testTemplate, (scope) => sendTest(parts, scope, { ...scope.input, id: scope.params.id }))
}

/** @throws Problem `invalid_input`, `conflict` */
async function createIn(parts: Parts, { db, userId, audit }: Caller, input: NewTemplate): Promise<Template> {
  requireVariants(input)
  const now = new Date(parts.clock()).toISOString()
  return await db.transaction(async (tx) => {
    const all = await tx.selectFrom('mail_templates').select('id').forUpdate().execute()
    if (all.length >= writingLimits.templates) throw new Problem('conflict', tooMany)
    const values = { ...columnsOf(input), created_by: userId, updated_at: now }
    const row = await named(() =>
      tx.insertInto('mail_templates').values(values).returning(templateColumns).executeTakeFirstOrThrow(),
    )
    audit.describe({ target: `mail_template:${row.id}`, after: { slug: row.slug } })
    return shownTemplate(row)
  })
}

/** @throws Problem `invalid_input`, `conflict`, `not_found` */
async function changeIn(
  parts: Parts,
  { db, audit }: Caller,
  { id, ...input }: NewTemplate & { readonly id: string },
): Promise<Template> {
  requireVariants(input)
  const now = new Date(parts.clock()).toISOString()
  return await db.transaction(async (tx) => {
    const changed = tx.updateTable('mail_templates').set({ ...columnsOf(input), updated_at: now })
    const row = await named(() => changed.where('id', '=', id).returning(templateColumns).executeTakeFirst())
    if (row === undefined) throw new Problem('not_found')
    audit.describe({ target: `mail_template:${id}`, after: { slug: row.slug } })
    return shownTemplate(row)
  })
}

function columnsOf({ slug, name, en, zh }: NewTemplate) {
  return { slug, name, en: sanitized(en), zh: sanitized(zh) }
}

function sanitized(variant: NewTemplate['en']): NewTemplate['en'] {
  return variant === null || variant.html === null ? variant : { ...variant, html: sanitizeHtml(variant.html) }
}

/** @throws Problem `invalid_input` */
function requireVariants(input: NewTemplate): void {
  if (input.en === null && input.zh === null) throw wrong('en', noText)
  if (allVariables(input).length > writingLimits.variables) throw wrong('en', tooManyVariables)
}

/** @throws Problem `conflict` for a name that another template has */
async function named<Row>(write: () => Promise<Row>): Promise<Row> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Problem('conflict', { detail: taken, errors: [{ path: 'slug', message: taken }], cause: error })
  }
}

const taken = { en: 'Another template has this name.', zh: '已有同名模板。' }
const noText = { en: 'Write the template in at least one language.', zh: '请至少填写一种语言的内容。' }
const tooManyVariables = {
  en: `Use at most ${writingLimits.variables} variables.`,
  zh: `最多使用 ${writingLimits.variables} 个变量。`,
}
const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${writingLimits.templates} email templates.`,
    zh: `此工作区已达到 ${writingLimits.templates} 个邮件模板的上限。`,
  },
  nextStep: { en: 'Delete a template that is not needed, then try again.', zh: '请先删除不再需要的模板，然后重试。' },
}
