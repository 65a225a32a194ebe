import { sign } from 'node:crypto'
import type { Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../../models.ts'
import type { Parts } from '../../parts.ts'
import { insertFirstKey, makeKey, OpenKeys, signingRow, type OpenKey } from './signing-keys.ts'

const mark = 'HA1'

/** How long a process signs answers with a key before it looks for another one, and for how many workspaces. */
export const keyLifetime = 60_000
const mostWorkspaces = 1_000

/** Signs with the keys of workspaces. */
export class LicenseSigner {
  readonly #parts: Pick<Parts, 'ctx' | 'clock'>
  readonly #open: OpenKeys
  readonly #answering = new Map<string, { readonly key: OpenKey; readonly at: number }>()

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
    const key = await this.#answeringKey(db, orgId)
    const payload = Object.entries({ ...facts, key: key.kid }).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = `${mark}.${Buffer.from(JSON.stringify(Object.fromEntries(payload))).toString('base64url')}`
    return `${text}.${signed(text, key)}`
  }

  /** Signs a text. @returns the signature in base64url */
  async sign(db: ReadQueries<Tables>, orgId: string, textOf: (kid: string) => string): Promise<string> {
    const key = await this.#current(db, orgId)
    if (key === undefined) return ''
    const text = textOf(key.kid)
    return `${text}.${signed(text, key)}`
  }

  /** A key that was replaced may sign for a minute more; it can't be withdrawn before. */
  async #answeringKey(db: ReadQueries<Tables>, orgId: string): Promise<OpenKey> {
    const at = this.#parts.clock()
    const known = this.#answering.get(orgId)
    if (known !== undefined && at >= known.at && at - known.at < keyLifetime) return known.key
    const key = await this.#current(db, orgId)
    if (key === undefined) throw new Error('The signing key of the workspace is not there')
    this.#answering.delete(orgId)
    const [oldest] = this.#answering.keys()
    if (oldest !== undefined && this.#answering.size >= mostWorkspaces) this.#answering.delete(oldest)
    this.#answering.set(orgId, { key, at })
    return key
  }

  async #current(db: ReadQueries<Tables>, orgId: string): Promise<OpenKey | undefined> {
    const row = await signingRow(db, this.#parts.clock())
    return row && (await this.#open.open(orgId, row))
  }
}

/** On this thread: the way to another one costs more than the signature. */
function signed(text: string, { privateKey }: OpenKey): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64url')
}
