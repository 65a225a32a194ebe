/**
 * Calls of sold programs. Each is decided by one read of the license with the machine of the caller:
 *
 *   key --hash--> license and machine --state--> code --signed with the nonce--> answer
 *           '---> nothing: `unknown`, the same for malformed keys, and for workspaces without this feature
 */
import { Problem, type RateLimitResult, type ScopedDatabase } from '@host/plugin'
import { licenseLimits, type LicenseAnswer, type LicenseCode } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { activate, deactivate } from './activations.ts'
import type { LicenseParts } from './issue-licenses.ts'
import { activationsOf, hasExpired, keyHash } from './license-rows.ts'

export type CheckAction = 'validate' | 'activate' | 'deactivate' | 'list'

/** The input of a call. */
export interface Asked {
  readonly key: string
  readonly product: string
  readonly nonce: string
  readonly fingerprint?: string | undefined
  readonly name?: string | undefined
}

interface Check {
  readonly action: CheckAction
  readonly orgId: string
  readonly asked: Asked
  readonly request: Request
}

type Found = NonNullable<Awaited<ReturnType<typeof findLicense>>>

const unknown: LicenseAnswer = Object.freeze({ code: 'unknown', answer: null })
const [minute, hour] = [60_000, 3_600_000]

/** @throws Problem `too_many_requests` */
export async function checkLicense(parts: LicenseParts, check: Check): Promise<LicenseAnswer> {
  const { orgId, asked } = check
  const db = parts.ctx.db.inWorkspace(orgId, 'check a license')
  // Both in any case, so that a workspace without the feature takes as long.
  const found = await findLicense(db, keyHash(asked.key), asked.fingerprint ?? '')
  const isOn = await parts.features.isEnabled(orgId, parts.ctx.name)
  if (found === undefined || !isOn) return unknown
  const { validationsAMinute, callsAMinute } = licenseLimits
  const budget = { limit: validationsAMinute, window: minute }
  requireAllowed(await parts.rateLimit.takeFrom(check.request, `${check.action} ${found.id}`, budget))
  requireAllowed(await parts.rateLimit.take(`call ${found.id}`, callsAMinute, minute))
  const code = stateOf(found, asked, parts.clock()) ?? (await decide(parts, db, { ...check, found }))
  return { code, answer: await parts.signer.answer(db, orgId, await factsOf(parts, db, { ...check, found, code })) }
}

async function findLicense(db: ScopedDatabase<Tables>, hash: string, fingerprint: string) {
  return await db
    .selectFrom('products_license_texts')
    .innerJoin('products_licenses', 'products_licenses.id', 'products_license_texts.license_id')
    .leftJoin('products_activations', (join) =>
      join
        .onRef('products_activations.license_id', '=', 'products_licenses.id')
        .on('products_activations.fingerprint', '=', fingerprint),
    )
    .select([
      'products_licenses.id',
      'products_licenses.product_id',
      'products_licenses.status',
      'products_licenses.expires_at',
      'products_licenses.fingerprint',
      'products_licenses.entitlements',
      'products_licenses.limits',
      'products_licenses.machines',
      'products_licenses.max_machines',
      'products_activations.id as machine_id',
    ])
    .where('products_license_texts.hash', '=', hash)
    .executeTakeFirst()
}

/** The code of a license that is not valid for anyone who asks; undefined otherwise. */
function stateOf(found: Found, { product }: Asked, now: number): LicenseCode | undefined {
  if (found.product_id !== product) return 'wrong_product'
  if (found.status !== 'active') return found.status
  return hasExpired(found, now) ? 'expired' : undefined
}

type Deciding = Check & { readonly found: Found }

async function decide(parts: LicenseParts, db: ScopedDatabase<Tables>, deciding: Deciding): Promise<LicenseCode> {
  const { action, found, asked } = deciding
  if (action === 'activate') return await activated(parts, db, deciding)
  if (action === 'deactivate' && (await deactivate(db, found.id, { fingerprint: asked.fingerprint ?? '' }))) {
    await record(parts, deciding, 'license.deactivated')
  }
  if (action !== 'validate' || found.machine_id !== null) return 'valid'
  return found.fingerprint === 'activated' ? 'fingerprint_mismatch' : 'valid'
}

async function activated(
  parts: LicenseParts,
  db: ScopedDatabase<Tables>,
  { orgId, found, asked }: Deciding,
): Promise<LicenseCode> {
  if (found.machine_id !== null) return 'valid'
  const most = Math.min(found.max_machines ?? licenseLimits.machines, licenseLimits.machines)
  if (found.machines >= most) return 'too_many_machines'
  requireAllowed(await parts.rateLimit.take(`activate ${found.id}`, licenseLimits.activationsAnHour, hour))
  const { fingerprint = '', name = '' } = asked
  const machine = { orgId, licenseId: found.id, productId: found.product_id, fingerprint, name }
  const done = await activate(parts, db, machine)
  if (done !== 'activated') return done === 'known' ? 'valid' : 'too_many_machines'
  await record(parts, { orgId, found, asked }, 'license.activated')
  return 'valid'
}

async function record(
  { ctx }: LicenseParts,
  { orgId, found, asked }: Pick<Deciding, 'orgId' | 'found' | 'asked'>,
  action: string,
): Promise<void> {
  const target = `license:${found.id}`
  const after = { fingerprint: asked.fingerprint, machine: asked.name ?? '' }
  await ctx.audit.record({ orgId, actor: { kind: 'anonymous' }, action, target, after })
}

/** The facts that an answer states, signed. */
async function factsOf(
  { clock }: LicenseParts,
  db: ScopedDatabase<Tables>,
  { action, asked, found, code }: Deciding & { readonly code: LicenseCode },
): Promise<Readonly<Record<string, unknown>>> {
  const facts = {
    action,
    at: Math.floor(clock() / 1000),
    code,
    fingerprint: asked.fingerprint ?? null,
    license: found.id,
    nonce: asked.nonce,
    product: asked.product,
  }
  if (code === 'wrong_product') return facts
  const expires = found.expires_at === null ? null : Math.floor(Date.parse(found.expires_at) / 1000)
  const license = { ...facts, entitlements: found.entitlements, expires, limits: found.limits }
  if (action !== 'list' || code !== 'valid') return license
  const rows = await activationsOf(db, found.id)
  return { ...license, machines: rows.map(({ fingerprint, name, created_at: at }) => ({ fingerprint, name, at })) }
}

function requireAllowed({ allowed, resetAfter }: RateLimitResult): void {
  if (!allowed) throw new Problem('too_many_requests', { headers: { 'retry-after': String(resetAfter) } })
}
