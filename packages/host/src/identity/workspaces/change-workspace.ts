/**
 * Changes of a workspace itself, one transaction each that holds its row: slugs move one after the other, and the audit
 * log gets an entry of all that is another afterwards.
 */
import { hasRole, Problem, type Queries } from '@host/plugin'
import type { OwnWorkspace, WorkspaceActor, WorkspaceChanges } from '@host/plugin/platform'
import { UniqueViolation } from '@host/plugin'
import type { ChangeRecorder } from '../../domain-changes/change-recorder.ts'
import type { WorkspaceEdit, WorkspaceField } from '../../domain-changes/workspace-changes.ts'
import type { HostDatabase, HostTables } from '../models.ts'
import { iso } from '../../support/time.ts'
import { colorOf } from './color.ts'
import { lockWorkspace } from './lock-workspace.ts'
import { refuseErasing } from './member-rules.ts'
import { isRetiredFor, retireSlug, reuseSlug } from './retired-slugs.ts'
import { checkSlug } from './slug.ts'
import { checkSlugBudget } from './slug-budget.ts'
import { lockAccount } from '../sign-in/lock-account.ts'
import { timeZoneOf } from './time-zone.ts'
import { readOwnWorkspace, slugTaken } from './workspace-store.ts'

interface ChangeParts {
  readonly db: HostDatabase
  readonly recorder: ChangeRecorder
  readonly clock: () => number
}

/** @throws Problem `not_found`, `forbidden`, `invalid_input`, `conflict` */
export async function changeWorkspace(
  { db, recorder, clock }: ChangeParts,
  { orgId, actorId }: WorkspaceActor,
  changes: WorkspaceChanges,
): Promise<OwnWorkspace> {
  const { accent } = changes
  const color = accent === null || accent === undefined ? accent : colorOf(accent)
  const timeZone = changes.timeZone === undefined ? undefined : timeZoneOf(changes.timeZone)
  if (changes.slug !== undefined) checkSlug(changes.slug)
  try {
    return await db.transaction(async (queries) => {
      await lockWorkspace(queries, orgId)
      const before = await readOwnWorkspace(queries, actorId, orgId)
      checkMayChangeWorkspace(before, changes)
      if (changes.requireSso === true && !before.requireSso) await checkHasSignOn(queries, orgId)
      await write(queries, before, { ...changes, accent: color, timeZone })
      if (changes.logo !== undefined) await putLogo(queries, orgId, changes.logo)
      if (changes.slug !== undefined && changes.slug !== before.slug) {
        await takeSlug(queries, { orgId, from: before.slug, to: changes.slug, at: clock(), by: actorId })
      }
      const after = await readOwnWorkspace(queries, actorId, orgId)
      await record(recorder, { orgId, actorId }, { before, after })
      return after
    })
  } catch (error) {
    throw error instanceof UniqueViolation ? slugTaken() : error
  }
}

/** The slug and the sign-in rules decide access, so only owners change them. */
function checkMayChangeWorkspace(before: OwnWorkspace, changes: WorkspaceChanges): void {
  const { slug = before.slug, requireSecondFactor = before.requireSecondFactor } = changes
  const { requireSso = before.requireSso, requireSsoForTokens = before.requireSsoForTokens } = changes
  const isOwners =
    slug !== before.slug ||
    requireSecondFactor !== before.requireSecondFactor ||
    requireSso !== before.requireSso ||
    requireSsoForTokens !== before.requireSsoForTokens
  if (!hasRole(before.role, isOwners ? 'owner' : 'admin')) throw new Problem('forbidden')
  refuseErasing(before)
}

/** Requiring a sign-on that does not exist would lock out everyone but owners. @throws Problem `conflict` */
async function checkHasSignOn(db: Queries<HostTables>, orgId: string): Promise<void> {
  const usable = await db
    .selectFrom('sso_connections')
    .select('id')
    .where('org_id', '=', orgId)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (usable !== undefined) return
  throw new Problem('conflict', {
    detail: { en: 'Single sign-on is off in this workspace.', zh: '此工作区没有已启用的单点登录。' },
    nextStep: { en: 'Connect an identity provider first.', zh: '请先连接身份提供方。' },
  })
}

async function write(db: Queries<HostTables>, before: OwnWorkspace, changes: WorkspaceChanges): Promise<void> {
  const { name = before.name, accent = before.accent, requireSecondFactor = before.requireSecondFactor } = changes
  const { requireSso = before.requireSso, requireSsoForTokens = before.requireSsoForTokens } = changes
  const { timeZone = before.timeZone } = changes
  await db
    .updateTable('workspaces')
    .set({ name, accent, time_zone: timeZone, requires_second_factor: requireSecondFactor })
    .set({ requires_sso: requireSso, requires_sso_of_tokens: requireSsoForTokens })
    .where('id', '=', before.id)
    .execute()
}

async function putLogo(db: Queries<HostTables>, orgId: string, logo: string | null): Promise<void> {
  await db.deleteFrom('workspace_logos').where('org_id', '=', orgId).execute()
  await db.updateTable('workspaces').set({ logo }).where('id', '=', orgId).execute()
}

interface SlugMove {
  readonly orgId: string
  readonly from: string
  readonly to: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: string
}

/** @throws Problem `conflict`, UniqueViolation when another workspace has it */
async function takeSlug(db: Queries<HostTables>, { orgId, from, to, at, by }: SlugMove): Promise<void> {
  await lockAccount(db, by)
  // Going back to a former slug is always possible: it uses up no further one.
  if (!(await reuseSlug(db, orgId, to))) await checkSlugBudget(db, by, at)
  await retireSlug(db, { orgId, slug: from, at: iso(at), by })
  await db.updateTable('workspaces').set({ slug: to }).where('id', '=', orgId).execute()
  if (await isRetiredFor(db, to, orgId)) throw slugTaken()
}

/** Changed fields, by the kind of their change. */
const recorded: readonly (readonly [kind: WorkspaceEdit, names: readonly WorkspaceField[]])[] = [
  ['workspace.renamed', ['name']],
  ['workspace.readdressed', ['slug']],
  ['workspace.recoloured', ['accent']],
  ['workspace.pictured', ['logo']],
  ['workspace.timezone_changed', ['timeZone']],
  ['workspace.secured', ['requireSecondFactor', 'requireSso', 'requireSsoForTokens']],
]

async function record(
  recorder: ChangeRecorder,
  { orgId, actorId }: WorkspaceActor,
  { before, after }: { readonly before: OwnWorkspace; readonly after: OwnWorkspace },
): Promise<void> {
  for (const [kind, names] of recorded) {
    const changed = names.filter((name) => before[name] !== after[name])
    if (changed.length === 0) continue
    const of = (workspace: OwnWorkspace) => Object.fromEntries(changed.map((name) => [name, workspace[name]]))
    await recorder.record({ kind, orgId, actorId, before: of(before), after: of(after) })
  }
}
