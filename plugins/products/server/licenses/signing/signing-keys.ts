import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { PluginContext, Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../../models.ts'

const generate = promisify(generateKeyPair)
const field = 'private_key'

type Sealing = Pick<PluginContext, 'encrypt' | 'decrypt'>

/** A key that signs. */
export interface OpenKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** Columns of a new key; its private part is sealed. */
export interface NewKey {
  readonly kid: string
  readonly public_key: string
  readonly private_key: string
}

/** Makes a key of a workspace. */
export async function makeKey(ctx: Sealing, orgId: string): Promise<NewKey> {
  const { publicKey, privateKey } = await generate('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  // The bare 32 bytes of the key end its SPKI form.
  const bytes = publicKey.subarray(-32)
  const kid = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const sealed = await ctx.encrypt(privateKey.toString('base64'), { field, row: kid, orgId })
  return { kid, public_key: bytes.toString('base64url'), private_key: sealed }
}

/** Opened keys, by workspace and ID. The least recently used go first. */
const mostOpen = 500

export class OpenKeys {
  readonly #ctx: Sealing
  readonly #known = new Map<string, KeyObject>()

  constructor(ctx: Sealing) {
    this.#ctx = ctx
  }

  /** The key of a row. @throws Error for a text that was altered or belongs elsewhere */
  async open(orgId: string, row: Pick<NewKey, 'kid' | 'private_key'>): Promise<OpenKey> {
    const place = `${orgId} ${row.kid}`
    const known = this.#known.get(place)
    const privateKey = known ?? (await this.#unseal(orgId, row))
    this.#known.delete(place)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= mostOpen) this.#known.delete(oldest)
    this.#known.set(place, privateKey)
    return { kid: row.kid, privateKey }
  }

  async #unseal(orgId: string, row: Pick<NewKey, 'kid' | 'private_key'>): Promise<KeyObject> {
    const der = await this.#ctx.decrypt(row.private_key, { field, row: row.kid, orgId })
    return createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
  }
}

/** The row of the key that signs at a time. */
export async function signingRow(db: ReadQueries<Tables>, now: number) {
  return await db
    .selectFrom('products_signing_keys')
    .select(['id', 'kid', 'private_key'])
    .where('signs_from', '<=', new Date(now).toISOString())
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores the first key of a workspace, unless another caller did meanwhile. */
export async function insertFirstKey(tx: Queries<Tables>, made: NewKey, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  await tx
    .insertInto('products_signing_keys')
    .values({ ...made, number: 1, signs_from: at, created_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'number']).doNothing())
    .execute()
}
