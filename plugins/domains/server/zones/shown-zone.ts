import type { Changeset, Language, ReadQueries } from '@host/plugin'
import type { Zone, ZoneChange, ZoneDetails } from '../../shared.ts'
import { shownCapabilities } from '../accounts/shown-provider.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { titleOf } from '../records/change-titles.ts'
import { recordSets } from '../records/record-kind.ts'
import { changeAuthors, type AuthorOf } from './change-authors.ts'
import { watchCounts } from '../watches/watch-counts.ts'
import { selectZone, type zoneColumns, type ZoneRow } from './zone-rows.ts'

type ShownRow = Pick<ZoneRow, (typeof zoneColumns)[number]>

/** A workspace whose zones are answered. */
export interface ZonePlace {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
}

/** Facts of a workspace that answers about zones need. */
export interface ZoneFacts {
  readonly accounts: ReadonlyMap<string, { readonly name: string; readonly provider: string }>
  /** Names of the providers by their service. */
  readonly titles: ReadonlyMap<string, string>
  /** Watched record sets that are wrong, counted by zone. */
  readonly failing: ReadonlyMap<string, number>
}

/** Reads the facts of a workspace. */
export async function zoneFacts({ providers }: Pick<Parts, 'providers'>, { db, orgId }: ZonePlace): Promise<ZoneFacts> {
  const rows = await db.selectFrom('domains_accounts').select(['id', 'name', 'provider']).execute()
  const named = await providers.list(orgId)
  const failing = await db
    .selectFrom('domains_watches')
    .select(['zone_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('is_failing', '=', true)
    .groupBy('zone_id')
    .execute()
  return {
    failing: new Map(failing.map(({ zone_id: id, count }) => [id, count])),
    accounts: new Map(rows.map(({ id, name, provider }) => [id, { name, provider }])),
    titles: new Map(named.map(({ name, provider }) => [name, provider.title])),
  }
}

/** A zone as a list answers it. */
export function shownZone(row: ShownRow, { accounts, titles, failing }: ZoneFacts): Zone {
  const { name: accountLabel, provider } = accounts.get(row.account_id) ?? { name: '', provider: '' }
  return {
    id: row.id,
    name: row.shown_name,
    asciiName: row.name,
    provider,
    providerTitle: titles.get(provider) ?? null,
    accountId: row.account_id,
    accountLabel,
    records: row.records,
    readAt: row.read_at,
    failing: failing.get(row.id) ?? 0,
    problem: row.problem,
    driftAt: row.drift_at,
    createdAt: row.created_at,
  }
}

/** Changes that are looked at for the last one of each kind. */
const looked = 20

/** A workspace whose zones are answered, and the language of the reader. */
export interface ZoneReader extends ZonePlace {
  readonly language: Language
}

/** A zone with everything. @throws Problem `not_found` */
export async function zoneDetails(parts: Parts, place: ZoneReader, id: string): Promise<ZoneDetails> {
  const shown = shownZone(await selectZone(place.db, id), await zoneFacts(parts, place))
  const provider = await parts.providers.find(place.orgId, shown.provider)
  const history = await parts.changesets.history(place.orgId, { kind: recordSets, target: id }, { limit: looked })
  const change = history.items.find(({ isDrift }) => !isDrift)
  const drift = history.items.find(({ isDrift, parts: changed }) => isDrift && changed.some(({ count }) => count > 0))
  const authorOf = await changeAuthors(
    place.db,
    [change, drift].filter((each) => each !== undefined),
  )
  const reader = { authorOf, language: place.language }
  const { count } = await place.db
    .selectFrom('domains_read_only_sets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('zone_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...shown,
    readOnlyRecords: count,
    capabilities: provider === undefined ? null : shownCapabilities(provider.capabilities),
    lastChange: change === undefined ? null : shownChange(change, reader),
    lastDrift: drift === undefined ? null : shownChange(drift, reader),
    ...(await watchCounts(parts, place, id)),
  }
}

/** The reader of changes. */
export interface ChangeReader {
  readonly authorOf: AuthorOf
  readonly language: Language
}

/** A change of a zone as it is answered. */
export function shownChange({ parts, ...changeset }: Changeset, { authorOf, language }: ChangeReader): ZoneChange {
  const { id, state, plugin, note, createdAt, finishedAt, isDrift } = changeset
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const title = titleOf(changeset, language)
  const people = { plannedBy: authorOf(changeset.plannedBy), approvedBy: authorOf(changeset.approvedBy) }
  return { id, title, state, plugin, ...people, note, createdAt, finishedAt, isDrift, count }
}
