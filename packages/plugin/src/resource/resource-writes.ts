import { checkHookLinks, checkLinks, columnsOf, differing, linkedIds } from './resource-links.ts'
import { noRecord, type AnyScope, type AnyValues, type ResourcePart, type RunningScope } from './resource-part.ts'
import { readRecord, readRecords, withoutHiddenNames, type AnyQueries, type AnyRecord } from './resource-rows.ts'
import { sealedColumns } from './resource-seals.ts'
import { differences, shownValues } from './resource-diff.ts'

/** Creates a record. @throws Problem `invalid_input` for members and records that the workspace doesn't have */
export async function createRecord(part: ResourcePart, scope: AnyScope, input: AnyValues): Promise<AnyRecord> {
  return await inTransaction(scope, async (running) => {
    await checkLinks(part.resource, running, input)
    const values = (await part.hooks.beforeCreate?.(running, input)) ?? input
    await checkHookLinks(part.resource, running.db, { given: input, changed: values })
    running.audit.describe({ after: shownValues(part.resource, values) })
    const record = await insertRecord(part, running, values)
    if (part.hooks.afterCreate === undefined) return record
    await part.hooks.afterCreate(running, record)
    return await existing(part, running, record.id)
  })
}

/** Writes the row of a record whose values were checked, and publishes its event. */
async function insertRecord(part: ResourcePart, scope: RunningScope, values: AnyValues): Promise<AnyRecord> {
  const [record] = await publishCreated(part, scope, await insertRows(part, scope, [values]))
  if (record === undefined) throw noRecord(part.resource)
  return record
}

/** Writes the rows of records whose values were checked, in one statement. @returns their ids, in the order of the rows */
export async function insertRows(
  part: ResourcePart,
  scope: RunningScope,
  list: readonly AnyValues[],
): Promise<readonly string[]> {
  const { table } = part.resource.model
  const now = scope.now().toISOString()
  const rows = list.map((values) => ({ ...columnsOf(part.resource, values), created_at: now, updated_at: now }))
  const inserted = await scope.db.insertInto(table).values(rows).returning('id').execute()
  // Neither database promises the order of returned rows, but ids ascend in the order in which they were made.
  const ids = inserted.map(({ id }) => String(id)).toSorted()
  for (const [place, id] of ids.entries()) {
    const sealed = await sealedColumns(part, scope, { id, values: list[place] ?? {} })
    if (Object.keys(sealed).length > 0) await scope.db.updateTable(table).set(sealed).where('id', '=', id).execute()
  }
  return ids
}

/** Publishes the events of new records. @returns the records, in the order of their ids */
export async function publishCreated(
  part: ResourcePart,
  scope: RunningScope,
  ids: readonly string[],
): Promise<readonly AnyRecord[]> {
  const { resource, events } = part
  const records = await readRecords(resource, scope, ids)
  const data = records.map((record) => eventData(part, record))
  await events.publishAll(resource.events.created, scope.orgId, data)
  return records
}

/** Changes the given fields of a record. @throws Problem `not_found`, and as `createRecord` */
export async function changeRecord(part: ResourcePart, scope: AnyScope, input: AnyValues): Promise<AnyRecord> {
  const id = idOf(scope)
  return await inTransaction(scope, async (running) => {
    const before = await lockRecord(part, running, id)
    // An unchanged id reveals nothing, even where the caller may not read its record.
    await checkLinks(part.resource, running, differing(linkedIds(before), input))
    const values = (await part.hooks.beforeChange?.(running, input, before)) ?? input
    await checkHookLinks(part.resource, running.db, { given: input, changed: values })
    const diff = differences(part.resource, before, values)
    running.audit.describe({ before: diff.before, after: diff.after })
    if (diff.changed.length === 0) return before
    const record = await updateRecord(part, running, { id, values })
    const data = { ...eventData(part, record), changed: diff.changed }
    await part.events.publish(part.resource.events.changed, running.orgId, data)
    if (part.hooks.afterChange === undefined) return record
    await part.hooks.afterChange(running, record, before)
    return await existing(part, running, id)
  })
}

async function updateRecord(
  part: ResourcePart,
  scope: RunningScope,
  { id, values }: { readonly id: string; readonly values: AnyValues },
): Promise<AnyRecord> {
  const set = {
    ...columnsOf(part.resource, values),
    ...(await sealedColumns(part, scope, { id, values })),
    updated_at: scope.now().toISOString(),
  }
  await scope.db.updateTable(part.resource.model.table).set(set).where('id', '=', id).execute()
  return await existing(part, scope, id)
}

/** Deletes a record. @throws Problem `not_found`, and `conflict` while another one refers to it */
export async function removeRecord(part: ResourcePart, scope: AnyScope): Promise<undefined> {
  const id = idOf(scope)
  await inTransaction(scope, async (running) => {
    const record = await lockRecord(part, running, id)
    await part.hooks.beforeDelete?.(running, record)
    running.audit.describe({ before: shownRecord(part, record) })
    await running.db.deleteFrom(part.resource.model.table).where('id', '=', id).execute()
    await part.events.publish(part.resource.events.deleted, running.orgId, eventData(part, record))
    await part.hooks.afterDelete?.(running, record)
  })
  return undefined
}

/** Runs the work of a call in one transaction, whose queries the scope has. */
export async function inTransaction<Result>(
  scope: AnyScope,
  work: (running: RunningScope) => Promise<Result>,
): Promise<Result> {
  return await scope.db.transaction(async (db) => await work(runningOn(scope, db)))
}

/** Written out, since the members of a scope are getters of its class. */
function runningOn(scope: AnyScope, db: AnyQueries): RunningScope {
  const { request, params, query, signal, log, requestId, language, now, userId, orgId, role, audit } = scope
  return { request, params, query, signal, log, requestId, language, now, userId, orgId, role, audit, db }
}

/** The record as it is, which no other call changes until the transaction ends. */
async function lockRecord(part: ResourcePart, scope: RunningScope, id: string): Promise<AnyRecord> {
  await scope.db.selectFrom(part.resource.model.table).select('id').where('id', '=', id).forUpdate().execute()
  return await existing(part, scope, id)
}

async function existing({ resource }: ResourcePart, scope: RunningScope, id: string): Promise<AnyRecord> {
  const record = await readRecord(resource, scope, id)
  if (record === undefined) throw noRecord(resource)
  return record
}

function eventData({ resource }: ResourcePart, record: AnyRecord) {
  // Every reader of the record may see its events, regardless of who caused them.
  const shown = withoutHiddenNames(resource, resource.permissions.read, record)
  const short = Object.entries(shown).filter(([name]) => resource.fields[name]?.kind !== 'longText')
  return { id: record.id, record: Object.fromEntries(short) }
}

function shownRecord({ resource }: ResourcePart, record: AnyRecord): AnyValues {
  const { id: _, createdAt: __, updatedAt: ___, ...values } = record
  return shownValues(resource, values)
}

function idOf({ params }: AnyScope): string {
  return (params as { readonly id: string }).id
}
