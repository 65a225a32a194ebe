import { Problem } from '../errors.ts'
import { columnName } from './resource-model.ts'
import { noRecord, type AnyScope, type AnyValues, type ResourcePart } from './resource-part.ts'

/** The columns of the sealed values of a record: encrypted, and bound to the record and the field. */
export async function sealedColumns(
  { resource, ctx }: ResourcePart,
  { orgId }: Pick<AnyScope, 'orgId'>,
  { id, values }: { readonly id: string; readonly values: AnyValues },
): Promise<Record<string, string | null>> {
  const columns: Record<string, string | null> = {}
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    const value = values[name]
    if (kind !== 'sealed' || value === undefined) continue
    columns[columnName(name)] =
      typeof value === 'string' ? await ctx.encrypt(value, placeOf(name, { id, orgId })) : null
  }
  return columns
}

/** Answers a sealed value. The entry of the call in the audit log names the field. @throws Problem `not_found` */
export async function revealValue(part: ResourcePart, scope: AnyScope): Promise<{ readonly value: string | null }> {
  const { db, params, orgId, audit } = scope
  const { id } = params as { readonly id: string }
  const { field } = (scope as AnyScope & { readonly input: { readonly field: string } }).input
  if (part.resource.fields[field]?.kind !== 'sealed') throw new Problem('not_found')
  const column = columnName(field)
  const row = await db.selectFrom(part.resource.model.table).select(column).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw noRecord(part.resource)
  audit.describe({ after: { field } })
  const sealed = row[column]
  return { value: typeof sealed === 'string' ? await part.ctx.decrypt(sealed, placeOf(field, { id, orgId })) : null }
}

function placeOf(field: string, { id, orgId }: { readonly id: string; readonly orgId: string }) {
  return { field, row: id, orgId }
}
