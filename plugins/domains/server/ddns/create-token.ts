import { DnsError } from '@host/dns'
import { Problem, type FieldProblem, type Queries, type WorkspaceScope } from '@host/plugin'
import type * as z from 'zod/mini'
import { ddnsTypes, domainLimits, type DdnsTokenInput, type NewDdnsToken } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import { ddnsTokenCreated } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { dnsWording } from '../records/dns-texts.ts'
import { readRecordName } from '../records/record-names.ts'
import { lockZones, selectZone } from '../zones/zone-rows.ts'
import { shownToken, tokenColumns } from './token-rows.ts'
import { newToken } from './token-text.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/**
 * Creates a token for names of a zone.
 * @throws Problem `not_found`; `invalid_input` naming wrong names; `conflict` over the limit
 */
export async function createTokenOf(
  parts: Pick<Parts, 'clock' | 'events'>,
  { db, orgId, userId, audit }: Scope,
  { name, zoneId, names: texts, types: wanted }: z.infer<typeof DdnsTokenInput>,
): Promise<NewDdnsToken> {
  const zone = await selectZone(db, zoneId)
  const names = readNames(texts, zone.name)
  const types = ddnsTypes.filter((type) => wanted.includes(type))
  const { text, hash, hint } = newToken()
  const row = await db.transaction(async (tx) => {
    await requireRoom(tx)
    const values = { zone_id: zoneId, name, hash, hint, names, types, created_by: userId }
    const added = await tx
      .insertInto('domains_ddns_tokens')
      .values({ ...values, created_at: momentAfter(parts.clock()) })
      .returning(tokenColumns)
      .executeTakeFirstOrThrow()
    const facts = { zoneId, zone: zone.name, names, types }
    await parts.events.publish(ddnsTokenCreated, orgId, { id: added.id, name, ...facts })
    audit.describe({ target: `ddns_token:${added.id}`, after: { name, ...facts } })
    return added
  })
  return { ...shownToken(row, new Map([[zone.id, zone.shown_name]])), token: text }
}

/** @throws Problem `invalid_input` naming each wrong name */
function readNames(texts: readonly string[], zone: string): string[] {
  const errors: FieldProblem[] = []
  const names = texts.flatMap((text, place) => {
    try {
      return readRecordName(text, zone)
    } catch (error) {
      if (!(error instanceof DnsError)) throw error
      errors.push({ path: `names.${place}`, message: dnsWording(error.message) })
      return []
    }
  })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return [...new Set(names)]
}

/** All zones are locked, so that two requests can't pass the limit together. */
async function requireRoom(tx: Queries<Tables>): Promise<void> {
  await lockZones(tx)
  const { count } = await tx
    .selectFrom('domains_ddns_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= domainLimits.ddnsTokens) throw new Problem('conflict', tooMany)
}

const tooMany = {
  detail: {
    en: `This workspace has reached the limit of ${domainLimits.ddnsTokens} tokens for dynamic DNS.`,
    zh: `此工作区已有 ${domainLimits.ddnsTokens} 个动态 DNS 令牌。`,
  },
  nextStep: { en: 'Revoke one that is not needed, then try again.', zh: '请先撤销不再需要的令牌，然后重试。' },
}
