/**
 * The provider of the sample data: it keeps the records of one zone in the database of the workspace, so that people can
 * try plans, the history and reverting. No name server ever answers for it: `.example` is reserved (RFC 2606 §2).
 */
import type {
  DnsAccount,
  DnsCapabilities,
  DnsProvider,
  DnsProviderZone,
  DnsRecordChange,
  DnsRecordKey,
  DnsZoneRecords,
  ScopedDatabase,
} from '@host/plugin'
import type { Tables } from '../models.ts'
import { checkChange } from '../providers/check-change.ts'
import { conflict, zoneNotFound } from '../providers/provider-problems.ts'
import { isSameRecordSet, onlyKeys } from '../providers/record-sets.ts'

/** The name of its service, which no API offers. */
export const practice = 'practice'

/** Its only zone. */
export const practiceZone: DnsProviderZone = { id: practice, name: 'practice.example' }

const capabilities: DnsCapabilities = {
  types: '*',
  ttl: { min: 60, max: 86_400 },
  hasComments: true,
  hasProxy: false,
  isAtomic: true,
}

/** @param db of the workspace */
export function practiceProvider(db: ScopedDatabase<Tables>): DnsProvider {
  return Object.freeze<DnsProvider>({
    title: 'Practice',
    fields: [],
    capabilities,
    open: () => new PracticeAccount(db),
  })
}

class PracticeAccount implements DnsAccount {
  readonly #db: ScopedDatabase<Tables>

  constructor(db: ScopedDatabase<Tables>) {
    this.#db = db
  }

  async zones(): Promise<readonly DnsProviderZone[]> {
    return [practiceZone]
  }

  async records(
    { id }: DnsProviderZone,
    { keys }: { readonly keys?: readonly DnsRecordKey[] },
  ): Promise<DnsZoneRecords> {
    requireZone(id)
    const rows = await this.#db.selectFrom('domains_practice_sets').select('value').execute()
    return onlyKeys({ sets: rows.map(({ value }) => value), readOnly: [] }, keys)
  }

  async write(zone: DnsProviderZone, change: DnsRecordChange): Promise<void> {
    requireZone(zone.id)
    const { name, type, before, after } = checkChange(change, { zone, capabilities })
    await this.#db.transaction(async (tx) => {
      const own = tx.selectFrom('domains_practice_sets').select('value').where('name', '=', name)
      const row = await own.where('type', '=', type).forUpdate().executeTakeFirst()
      const present = row?.value ?? null
      if (isSameRecordSet(present, after)) return
      if (!isSameRecordSet(present, before)) throw conflict()
      await tx.deleteFrom('domains_practice_sets').where('name', '=', name).where('type', '=', type).execute()
      if (after !== null) await tx.insertInto('domains_practice_sets').values({ name, type, value: after }).execute()
    })
  }
}

function requireZone(id: string): void {
  if (id !== practiceZone.id) throw zoneNotFound()
}
