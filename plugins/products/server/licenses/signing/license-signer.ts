import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../../models.ts'
import type { Parts } from '../../parts.ts'
import { insertFirstKey, makeKey, OpenKeys, signingRow, type OpenKey } from './signing-keys.ts'

const signAsync = promisify<null, Buffer, OpenKey['privateKey'], Buffer>(sign)
const mark = 'HA1'

/** Signs with the keys of workspaces. */
export class LicenseSigner {
  readonly #parts: Pick<Parts, 'ctx' | 'clock'>
  readonly #open: OpenKeys

  constructor(parts: Pick<Parts, 'ctx' | 'clock'>) {
    this.#parts = parts
    this.#open = new OpenKeys(parts.ctx)
  }

  /** The key that signs now; the first one is made where there is none. Inside of a transaction as a part of it. */
  async keyOf(tx: Queries<Tables>, orgId: string): Promise<OpenKey> {
    const known = await this.#current(tx, orgId)
    if (known !== undefined) return known
    const now = this.#parts.clock()
    await insertFirstKey(tx, await makeKey(this.#parts.ctx, orgId), now)
    const row = await signingRow(tx, now)
    if (row === undefined) throw new Error('The signing key of the workspace is not there')
    return await this.#open.open(orgId, row)
  }

  /** `HA1.<payload>.<signature>`: Ed25519 over `HA1.<payload>`, which no license key has signed. */
  async answer(db: ReadQueries<Tables>, orgId: string, facts: Readonly<Record<string, unknown>>): Promise<string> {
    const key = await this.#current(db, orgId)
    if (key === undefined) throw new Error('The signing key of the workspace is not there')
    const payload = Object.entries({ ...facts, key: key.kid }).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = `${mark}.${Buffer.from(JSON.stringify(Object.fromEntries(payload))).toString('base64url')}`
    return `${text}.${await signed(text, key)}`
  }

  /** Signs a text. @returns the signature in base64url */
  async sign(db: ReadQueries<Tables>, orgId: string, textOf: (kid: string) => string): Promise<string> {
    const key = await this.#current(db, orgId)
    if (key === undefined) return ''
    const text = textOf(key.kid)
    return `${text}.${await signed(text, key)}`
  }

  async #current(db: ReadQueries<Tables>, orgId: string): Promise<OpenKey | undefined> {
    const row = await signingRow(db, this.#parts.clock())
    return row && (await this.#open.open(orgId, row))
  }
}

async function signed(text: string, { privateKey }: OpenKey): Promise<string> {
  return (await signAsync(null, Buffer.from(text), privateKey)).toString('base64url')
}
