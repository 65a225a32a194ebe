import { randomUUID } from 'node:crypto'
import { Problem, type Queries, type WorkspaceScope } from '@host/plugin'
import { requireDestination } from '@host/plugin/safehttp'
import { webhookLimits, type EndpointChange, type EndpointDraft, type WebhookEndpoint } from '../shared.ts'
import { checkEvents } from './check-endpoint.ts'
import { isMasked, sealAddress, shownAddress } from './endpoint-address.ts'
import { selectEndpoint, shownColumns, shownEndpoint } from './endpoint-rows.ts'
import { forgetJob } from './job-kinds.ts'
import type { Tables } from './models.ts'
import type { Parts } from './parts.ts'
import { newSecret, sealSecret } from './webhook-secret.ts'

/** The scope of a caller who changes endpoints. */
export type EndpointCaller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** An endpoint that exists. */
interface EndpointRef {
  readonly id: string
  readonly caller: EndpointCaller
}

const usualConcurrency = 4
const hour = 60 * 60 * 1000

/** Adds an endpoint. @throws Problem `conflict` where there are too many, `destination_not_allowed`, `invalid_input` */
export async function addEndpoint(
  parts: Parts,
  { db, orgId, audit }: EndpointCaller,
  draft: EndpointDraft,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const { url, description, events, concurrency = usualConcurrency, ratePerMinute = null } = draft
  checkEvents(events, parts.events.catalog())
  refuseMasked(url)
  audit.describe({ after: { ...draft, url: shownAddress(url) } })
  await requireDestination({ url, field: 'url' }, parts.outbound)
  const [secret, seal, now] = [newSecret(), randomUUID(), parts.clock()]
  const sealed = await sealSecret(parts.ctx, { orgId, seal }, secret)
  const stored = await sealAddress(parts.ctx, { orgId, seal }, url)
  const values = {
    ...stored,
    unproven_since: iso(now),
    description,
    events,
    concurrency,
    rate_per_minute: ratePerMinute,
    created_at: iso(now),
  }
  return await db.transaction(async (tx) => {
    await requireRoom(tx)
    const { id } = await tx
      .insertInto('webhooks_endpoints')
      .values({ ...values, seal, secret: sealed })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { endpoint: await shownEndpoint(tx, id, now), secret }
  })
}

/** Changes an endpoint; disabling it stops pending deliveries. @throws Problem `not_found` and as `addEndpoint` */
export async function patchEndpoint(
  parts: Parts,
  { id, caller }: EndpointRef,
  change: EndpointChange,
): Promise<WebhookEndpoint> {
  const now = parts.clock()
  const address = await addressOf(parts, { id, caller }, change.url)
  return await caller.db.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id)
    if (change.events !== undefined) checkEvents(change.events, parts.events.catalog(), before.events)
    caller.audit.describe({ before: told(before, change), after: shownChange(change) })
    const set = { ...fieldsOf(change), ...address, ...switchOf(before, change, now) }
    if (Object.keys(set).length > 0) {
      await tx.updateTable('webhooks_endpoints').set(set).where('id', '=', id).execute()
    }
    if (before.is_enabled && change.isEnabled === false) await stopWaiting(tx, id)
    return await shownEndpoint(tx, id, now)
  })
}

/** Deletes an endpoint at once; its deliveries are removed in the background. @throws Problem `not_found` */
export async function removeEndpoint(parts: Parts, { id, caller }: EndpointRef): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const { url, description, events } = await lockEndpoint(tx, id)
    caller.audit.describe({ before: { url: shownAddress(url), description, events } })
    await tx.deleteFrom('webhooks_endpoints').where('id', '=', id).execute()
    await parts.jobs.enqueue(caller.orgId, forgetJob, { endpointId: id })
  })
}

/** Gives an endpoint a new secret; the present one signs too for a day. @throws Problem `not_found` */
export async function renewSecret(
  parts: Parts,
  { id, caller }: EndpointRef,
): Promise<{ readonly secret: string; readonly overlapEndsAt: string }> {
  const secret = newSecret()
  const row = await caller.db.selectFrom('webhooks_endpoints').select('seal').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  const sealed = await sealSecret(parts.ctx, { orgId: caller.orgId, ...row }, secret)
  const overlapEndsAt = iso(parts.clock() + webhookLimits.overlapHours * hour)
  await caller.db.transaction(async (tx) => {
    await lockEndpoint(tx, id)
    await tx
      .updateTable('webhooks_endpoints')
      .set(({ ref }) => ({ former_secret: ref('secret'), former_secret_until: overlapEndsAt, secret: sealed }))
      .where('id', '=', id)
      .execute()
  })
  return { secret, overlapEndsAt }
}

/** Stops pending deliveries of an endpoint. */
export async function stopWaiting(db: Queries<Tables>, endpointId: string): Promise<void> {
  await db
    .updateTable('webhooks_deliveries')
    .set({ state: 'stopped', next_try_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The columns of a new address. One that is sent back as it was shown changes nothing. */
async function addressOf(parts: Parts, { id, caller }: EndpointRef, url: string | undefined) {
  if (url === undefined) return {}
  const { seal, url: stored } = await selectEndpoint(caller.db, id)
  if (url === shownAddress(stored)) return {}
  refuseMasked(url)
  await requireDestination({ url, field: 'url' }, parts.outbound)
  const sealed = await sealAddress(parts.ctx, { orgId: caller.orgId, seal }, url)
  return { ...sealed, unproven_since: iso(parts.clock()) }
}

function refuseMasked(url: string): void {
  if (isMasked(url)) throw new Problem('invalid_input', { errors: [{ path: 'url', message: wholeAddress }] })
}

const wholeAddress = {
  en: "Enter the full URL. The hidden part can't be reused.",
  zh: '请填写完整的地址，隐藏的部分无法沿用。',
}

type EndpointRow = Awaited<ReturnType<typeof lockEndpoint>>

async function lockEndpoint(db: Queries<Tables>, id: string) {
  const query = db.selectFrom('webhooks_endpoints').select(shownColumns).where('id', '=', id).forUpdate()
  const row = await query.executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** Those that are there are locked first, so that two who add the last one come one after the other. */
async function requireRoom(db: Queries<Tables>): Promise<void> {
  await db.selectFrom('webhooks_endpoints').select('id').forUpdate().execute()
  const query = db.selectFrom('webhooks_endpoints').select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await query.executeTakeFirstOrThrow()
  if (count >= webhookLimits.endpoints) throw new Problem('conflict', tooMany)
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${webhookLimits.endpoints} webhook endpoints.`,
    zh: `此工作区已有 ${webhookLimits.endpoints} 个 Webhook 端点。`,
  },
  nextStep: { en: 'Delete one that is not needed, then add this one.', zh: '请先删除不再需要的端点，然后再添加。' },
}

function fieldsOf({ description, events, concurrency, ratePerMinute }: EndpointChange) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events }),
    ...(concurrency === undefined ? {} : { concurrency }),
    // Turns that were given away at the former rate say nothing of this one.
    ...(ratePerMinute === undefined ? {} : { rate_per_minute: ratePerMinute, turns_until: 0 }),
  }
}

function switchOf({ is_enabled: isEnabled }: EndpointRow, change: EndpointChange, now: number) {
  if (change.isEnabled === undefined || change.isEnabled === isEnabled) return {}
  return change.isEnabled
    ? { is_enabled: true, disabled_reason: null, disabled_at: null, failing_since: null }
    : { is_enabled: false, disabled_reason: 'person' as const, disabled_at: iso(now) }
}

/** The former values of changed fields, for the audit log. */
function told(row: EndpointRow, change: EndpointChange): Record<string, unknown> {
  const { url, description, events, concurrency } = row
  const all = {
    url: shownAddress(url),
    description,
    events,
    concurrency,
    ratePerMinute: row.rate_per_minute,
    isEnabled: row.is_enabled,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => change[name as keyof typeof all] !== undefined))
}

/** A change as the audit log shows it. */
function shownChange({ url, ...rest }: EndpointChange): Record<string, unknown> {
  return { ...(url === undefined ? {} : { url: shownAddress(url) }), ...rest }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
