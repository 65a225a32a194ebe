import type { Changeset, ChangesetPart, ChangesetState, JournaledStep, Page, PageRequest } from '@host/plugin'
import { limits, Problem } from '@host/plugin'
import type { ChangesetDatabase } from './models.ts'
import type { PartTarget } from './plugin-calls.ts'
import { stepsOf } from './step-chunks.ts'
import { statesOf } from './step-states.ts'

/** Options of the reader. */
export interface ChangesetReaderOptions {
  readonly db: ChangesetDatabase
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A changeset as the engine reads it. */
export type ChangesetRow = NonNullable<Awaited<ReturnType<ChangesetReader['row']>>>

/** A part as the engine reads it. */
export type PartRow = Awaited<ReturnType<ChangesetReader['parts']>>[number]

/** Reads changesets, their steps and the history of targets. */
export class ChangesetReader {
  readonly #options: ChangesetReaderOptions

  constructor(options: ChangesetReaderOptions) {
    this.#options = options
  }

  async row(orgId: string, id: string) {
    return await this.#options.db
      .selectFrom('host_changesets')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst()
  }

  async parts(orgId: string, id: string) {
    return await this.#options.db
      .selectFrom('host_change_parts')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('changeset_id', '=', id)
      .orderBy('position')
      .execute()
  }

  async find(orgId: string, id: string): Promise<Changeset | undefined> {
    const [row, parts] = await Promise.all([this.row(orgId, id), this.parts(orgId, id)])
    return row === undefined ? undefined : present(row, parts, this.#options.clock())
  }

  /** Chunks of steps with their journal. @param from the position of the first one */
  async chunks(orgId: string, id: string, { from = 0, limit }: { from?: number; limit?: number } = {}) {
    const all = this.#options.db
      .selectFrom('host_change_steps as steps')
      .innerJoin('host_change_journal as journal', (join) =>
        join.onRef('journal.changeset_id', '=', 'steps.changeset_id').onRef('journal.position', '=', 'steps.position'),
      )
      .select(['steps.part', 'steps.position', 'steps.count', 'steps.steps', 'journal.states'])
      .where('steps.org_id', '=', orgId)
      .where('steps.changeset_id', '=', id)
      .where('steps.position', '>=', from)
      .orderBy('steps.position')
    return await (limit === undefined ? all : all.limit(limit)).execute()
  }

  /** A page of steps. @throws Problem `bad_request` for an invalid cursor */
  async steps(orgId: string, id: string, { cursor, limit = limits.defaultPageSize }: PageRequest) {
    const from = positionOf(cursor)
    const most = Math.min(limit, limits.pageSize)
    // Chunks have up to 100 steps, so the one of a position begins at most 99 before it.
    const found = await this.chunks(orgId, id, { from: Math.max(0, from - 99), limit: most + 100 })
    const steps: (JournaledStep & { readonly position: number })[] = found.flatMap((chunk) => {
      const states = statesOf(chunk.states)
      return stepsOf(chunk).map((step, place) => ({
        ...step,
        part: chunk.part,
        state: states[place] ?? 'differs',
        position: chunk.position + place,
      }))
    })
    const following = steps.filter(({ position }) => position >= from)
    const items = following
      .slice(0, most)
      .map(({ part, key, before, after, state }) => ({ part, key, before, after, state }))
    const nextCursor = following.length > most ? String(from + most) : null
    return { items, nextCursor } satisfies Page<JournaledStep>
  }

  /** Changesets that changed a target, the latest first. */
  async history(orgId: string, target: PartTarget, { cursor, limit = limits.defaultPageSize }: PageRequest) {
    const most = Math.min(limit, limits.pageSize)
    const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : positionOf(cursor)
    const versions = await this.versions(orgId, target, { below, limit: most + 1 })
    const shown = versions.slice(0, most)
    const found = await Promise.all(shown.map(({ changeset_id: id }) => this.find(orgId, id)))
    const last = shown.at(-1)?.applied_version
    return {
      items: found.filter((each) => each !== undefined),
      nextCursor: versions.length > most && typeof last === 'number' ? String(last) : null,
    } satisfies Page<Changeset>
  }

  /** Changesets by the versions of a target that they began, the latest first. */
  async versions(orgId: string, { plugin, kind, target }: PartTarget, { below, limit }: Below) {
    return await this.#options.db
      .selectFrom('host_change_parts as part')
      .innerJoin('host_changesets as changeset', 'changeset.id', 'part.changeset_id')
      .select([
        'part.changeset_id',
        'part.position',
        'part.applied_version',
        'changeset.state',
        'changeset.finished_at',
      ])
      .where('part.org_id', '=', orgId)
      .where('part.plugin', '=', plugin)
      .where('part.kind', '=', kind)
      .where('part.target', '=', target)
      .where('part.applied_version', '<', below)
      .orderBy('part.applied_version', 'desc')
      .limit(limit)
      .execute()
  }
}

interface Below {
  readonly below: number
  readonly limit: number
}

/** @throws Problem `bad_request` */
function positionOf(cursor = '0'): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new Problem('bad_request', { detail: { en: 'The cursor is invalid.', zh: '游标无效。' } })
}

/** A changeset as plugins read it. @param now milliseconds since 1970 */
function present(row: ChangesetRow, parts: readonly PartRow[], now: number): Changeset {
  return Object.freeze<Changeset>({
    id: row.id,
    title: row.title,
    titleText: row.title_code === null ? null : { code: row.title_code, params: row.title_params ?? {} },
    note: row.note,
    state: stateAt(row, now),
    hash: row.hash,
    role: row.role,
    plugin: row.plugin,
    plannedBy: row.planned_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    verifiedAt: row.verified_at,
    reverts: row.reverts,
    isDrift: row.is_drift,
    error: row.error,
    parts: parts.map(partOf),
    warnings: row.warnings,
    dependents: row.dependents,
  })
}

/** A waiting plan is expired from its moment on, also before it is swept. */
function stateAt({ state, expires_at: expiresAt }: ChangesetRow, now: number): ChangesetState {
  const isWaiting = state === 'planned' || state === 'approved'
  return isWaiting && Date.parse(expiresAt) <= now ? 'expired' : state
}

function partOf({ plugin, kind, target, title, count }: PartRow): ChangesetPart {
  return { plugin, kind, target, title, count }
}
