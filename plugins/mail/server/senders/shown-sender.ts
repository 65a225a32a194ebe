import { domainToUnicode } from 'node:url'
import type { Language, ReadQueries } from '@host/plugin'
import {
  fixableLines,
  optionalLines,
  type SendingDomain,
  type SendingDomainDetails,
  type ShownKeys,
  type ShownLine,
} from '../../shared.ts'
import { provedDomains } from '../mailboxes/proved-domains.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { domainDns, type DomainDns } from './domain-dns.ts'
import { overallState } from './line-context.ts'
import { lineText } from './line-texts.ts'
import { mailServer } from './mail-server.ts'
import { zoneOf } from './plan-records.ts'
import { keysOfSender, selectSender, type KeysRow, type SenderRow } from './sender-rows.ts'
import { sendingRoute } from './sending-route.ts'
import { shownProof } from './shown-proof.ts'
import { selectorsOf } from './signing-keys.ts'
import { recordsToCopy, wantedSets, type WantedSet } from './wanted-records.ts'

export interface Reader {
  readonly db: ReadQueries<Tables>
  readonly orgId: string
  readonly language: Language
  readonly signal: AbortSignal
}

/** Sending domains as a list has them, with two queries for however many. */
export async function shownSenders(
  { edge }: Pick<Parts, 'edge'>,
  { db, orgId }: Pick<Reader, 'db' | 'orgId'>,
  rows: readonly SenderRow[],
): Promise<SendingDomain[]> {
  if (rows.length === 0) return []
  const proved = await provedDomains(edge, orgId)
  const signing = await db
    .selectFrom('mail_signing_keys')
    .select('sender_id')
    .where('stage', '=', 'signing')
    .where(
      'sender_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const signers = new Set(signing.map(({ sender_id: id }) => id))
  return rows.map((row) => ({
    id: row.id,
    domain: row.shown_name,
    asciiDomain: row.domain,
    isVerified: proved.has(row.domain),
    isSigning: signers.has(row.id),
    state: proved.has(row.domain) ? overallState(row.lines, optionalLines) : 'fail',
    failing: row.lines.filter(({ id, state }) => state === 'fail' && !optionalLines.has(id)).length,
    checkedAt: row.checked_at,
    rotateDays: row.rotate_days,
    createdAt: row.created_at,
  }))
}

/**
 * A sending domain with everything. Records to set by hand are looked up now.
 * @throws Problem `not_found`
 */
export async function shownSender(
  parts: Parts,
  reader: Reader,
  { id, dns }: { readonly id: string; readonly dns?: DomainDns },
): Promise<SendingDomainDetails> {
  const { db, orgId, language, signal } = reader
  const row = await selectSender(db, id)
  const [shown] = await shownSenders(parts, reader, [row])
  const keys = await keysOfSender(db, id)
  const sets = await setsOf(parts, db, { row, keys, reportsTo: undefined })
  const fixable = new Set(sets.map(({ line }) => line))
  const zone = await zoneOf(parts, orgId, row.domain)
  return {
    ...(shown as SendingDomain),
    lines: row.lines.map((line): ShownLine => ({
      id: line.id,
      state: line.state,
      reason: lineText(line, language),
      isOptional: optionalLines.has(line.id),
      canFix: line.state !== 'ok' && fixableLines.some((each) => each === line.id && fixable.has(each)),
    })),
    keys: keys.map(shownKeys),
    zone: zone === undefined ? null : { id: zone.id, name: domainToUnicode(zone.name) },
    records: zone === undefined ? [...(await recordsToCopy(dns ?? domainDns(parts, signal), sets))] : [],
    proof: await shownProof(parts, db, id),
  }
}

/** The record sets that a sending domain needs now. */
export async function setsOf(
  parts: Pick<Parts, 'ctx'>,
  db: ReadQueries<Tables>,
  {
    row,
    keys,
    reportsTo,
  }: { readonly row: SenderRow; readonly keys: readonly KeysRow[]; readonly reportsTo: string | undefined },
): Promise<readonly WantedSet[]> {
  const route = await sendingRoute(parts, db, row.domain)
  return wantedSets({ domain: row.domain, keys, route, server: mailServer(parts.ctx), lines: row.lines, reportsTo })
}

function shownKeys(row: KeysRow): ShownKeys {
  const { ed25519, rsa } = selectorsOf(row.selector)
  return {
    id: row.id,
    stage: row.stage,
    selectors: [ed25519, rsa],
    servedAt: row.served_at,
    signsAt: row.signs_at,
    retiredAt: row.retired_at,
    missingAt: row.missing_at,
    createdAt: row.created_at,
  }
}
