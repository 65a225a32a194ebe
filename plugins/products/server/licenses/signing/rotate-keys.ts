import { Problem, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import { licenseLimits, type LicenseSigningKey } from '../../../shared.ts'
import type { Tables } from '../../models.ts'
import type { LicenseParts } from '../issue-licenses.ts'
import { keyLifetime } from './license-signer.ts'
import { makeKey, signingRow } from './signing-keys.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** How long a new key is public before it signs. */
const overlap = 24 * 3_600_000

/** The signing keys of a workspace, the newest first. */
export async function shownKeys(
  { clock }: LicenseParts,
  db: ReadQueries<Tables>,
): Promise<{ items: LicenseSigningKey[] }> {
  const rows = await db
    .selectFrom('products_signing_keys')
    .select(['id', 'kid', 'signs_from', 'created_at'])
    .orderBy('number', 'desc')
    .limit(licenseLimits.signingKeys)
    .execute()
  const signing = await signingRow(db, clock())
  return {
    items: rows.map(({ id, kid, signs_from: signsFrom, created_at: createdAt }) => ({
      id,
      kid,
      isSigning: id === signing?.id,
      signsFrom,
      createdAt,
    })),
  }
}

/** Adds a key. @throws Problem `conflict` while another new one does not sign yet, and where there are too many */
export async function rotateKeys(parts: LicenseParts, { db, orgId, audit }: Caller, isImmediate: boolean) {
  const now = parts.clock()
  const made = await makeKey(parts.ctx, orgId)
  await db.transaction(async (tx) => {
    const rows = await tx.selectFrom('products_signing_keys').select(['number', 'signs_from']).execute()
    if (rows.length >= licenseLimits.signingKeys) throw new Problem('conflict', tooMany)
    const isPending = rows.some(({ signs_from: from }) => Date.parse(from) > now)
    if (isPending && !isImmediate) throw new Problem('conflict', pending)
    const number = Math.max(0, ...rows.map((row) => row.number)) + 1
    const from = isImmediate || rows.length === 0 ? now : now + overlap
    audit.describe({ target: 'license_key', after: { kid: made.kid, signsFrom: new Date(from).toISOString() } })
    const added = tx
      .insertInto('products_signing_keys')
      .values({ ...made, number, signs_from: new Date(from).toISOString(), created_at: new Date(now).toISOString() })
      .onConflict((conflict) => conflict.columns(['org_id', 'number']).doNothing())
      .returning('id')
    if ((await added.executeTakeFirst()) === undefined) throw new Problem('conflict', pending)
  })
  return await shownKeys(parts, db)
}

/** Withdraws a key that signs no more. @throws Problem `not_found`, `conflict` */
export async function deleteKey({ clock }: LicenseParts, { db, audit }: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('products_signing_keys')
      .select(['number', 'kid'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    const newer = await tx
      .selectFrom('products_signing_keys')
      .select('id')
      .where('number', '>', row.number)
      .where('signs_from', '<=', new Date(clock() - 2 * keyLifetime).toISOString())
      .limit(1)
      .executeTakeFirst()
    if (newer === undefined) throw new Problem('conflict', stillSigns)
    audit.describe({ target: `license_key:${id}`, before: { kid: row.kid } })
    await tx.deleteFrom('products_signing_keys').where('id', '=', id).execute()
  })
}

/** The public keys of a workspace, as `jose` reads them. */
export async function publicKeys(db: ReadQueries<Tables>) {
  const rows = await db
    .selectFrom('products_signing_keys')
    .select(['kid', 'public_key'])
    .orderBy('number', 'desc')
    .limit(licenseLimits.signingKeys)
    .execute()
  return {
    keys: rows.map(({ kid, public_key: x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' })),
  }
}

const tooMany = {
  detail: {
    en: `A workspace has at most ${licenseLimits.signingKeys} signing keys.`,
    zh: `每个工作区最多有 ${licenseLimits.signingKeys} 个签名密钥。`,
  },
  nextStep: { en: 'Withdraw an old key first.', zh: '请先撤下旧密钥。' },
}
const pending = {
  detail: { en: 'A new key does not sign yet.', zh: '新密钥尚未开始签名。' },
  nextStep: { en: 'Wait until it signs, or rotate at once.', zh: '请等待它开始签名，或立即轮换。' },
}
const stillSigns = {
  detail: { en: 'This key still signs licenses.', zh: '此密钥仍在签署许可证。' },
  nextStep: { en: 'Rotate the keys first.', zh: '请先轮换密钥。' },
}
