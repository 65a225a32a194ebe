/**
 * Rotates the root key of an instance while hosts run on it.
 *
 *   settled --add: a key file gets a new key--> added --advance--> current --re-wrap, in small steps--> re-wrapped
 *           --keepFirst: the key file lets go of the old key--> settled
 *
 * Each arrow is one write that either happened or did not, and the next run continues after the last completed one: a
 * process may be killed anywhere. From `advance` on no data key is written under the old root key any more (see
 * `key-store.ts`), so once none is left the old one has nothing to open. With `HOST_SECRET_KEY` the operator adds and
 * removes keys.
 */
import { setTimeout } from 'node:timers/promises'
import { countWithout } from './key-holders.ts'
import { KeyFile } from './key-file.ts'
import { KeyStore, type Keyring } from './key-store.ts'
import { keysRefused, rootMissing } from './keys-refused.ts'
import { openRootKeys, type KeyOptions } from './open-root-keys.ts'
import type { RootKey, WrappedKey } from './root-key.ts'
import { firstOf, type RootKeys } from './root-keys.ts'
import { SealBroken } from './seal-broken.ts'

/** Data keys of one step, and the pause after it in milliseconds, in which others can write. */
const stepSize = 50
const pause = 5

/** The result of a rotation. */
export interface Rotation {
  /** The root key that is current now. */
  readonly rootId: string
  readonly rewrapped: number
  /** Root keys that open nothing in the database any more. */
  readonly retired: readonly string[]
  /** Where the host itself put the retired keys; undefined when they are the operator's to remove. */
  readonly retiredPath: string | undefined
}

/** The arrows, reported as they are passed. */
export type RotationStep = 'added' | 'current' | 're-wrapped' | 'settled'

export interface RotateOptions extends KeyOptions {
  readonly onStep?: (step: RotationStep) => void
}

/** @throws BootError when there is nothing to rotate to, a key is missing, or another rotation runs */
export async function rotateKeys(options: RotateOptions): Promise<Rotation> {
  const store = new KeyStore(options.database)
  const keyring = await store.findKeyring()
  if (keyring === undefined || keyring.rootId === null) {
    throw keysRefused('No keys yet. Start the host once, then rotate them.')
  }
  const roots = await openRootKeys(options, keyring)
  const run = new RotationRun(store, roots, options)
  return roots instanceof KeyFile ? await rotateFile(run, roots, options) : await rotateFixed(run, keyring, roots)
}

async function rotateFile(run: RotationRun, file: KeyFile, { onStep }: RotateOptions): Promise<Rotation> {
  using lock = file.lock()
  if (lock === undefined) throw keysRefused('A rotation is already running. Wait until it finishes.')
  await file.read()
  await run.requireCurrent()
  if (file.all().length === 1) await file.add(lock)
  onStep?.('added')
  const rotation = await run.rotate()
  await file.keepFirst(lock)
  onStep?.('settled')
  return { ...rotation, retiredPath: file.retiredPath }
}

async function rotateFixed(run: RotationRun, { rootId, past }: Keyring, roots: RootKeys): Promise<Rotation> {
  const { id } = firstOf(roots)
  if (past.includes(id)) {
    throw keysRefused(
      `${id}, the first key of ${roots.source}, was retired by an earlier rotation. List ${rootId ?? 'the current key'} first again, or a new key generated with "openssl rand -base64 32".`,
    )
  }
  if (roots.all().length === 1 && id === rootId) {
    throw keysRefused(
      `No new key to rotate to: generate one with "openssl rand -base64 32", start the host with it before the old key, as in ${roots.source}=new,old, then try again.`,
    )
  }
  return await run.rotate()
}

class RotationRun {
  readonly #store: KeyStore
  readonly #roots: RootKeys
  readonly #options: RotateOptions

  constructor(store: KeyStore, roots: RootKeys, options: RotateOptions) {
    this.#store = store
    this.#roots = roots
    this.#options = options
  }

  async rotate(): Promise<Rotation> {
    const target = firstOf(this.#roots)
    await this.#makeCurrent(target)
    this.#options.onStep?.('current')
    const rewrapped = await this.#rewrapAll(target)
    const retired = this.#roots.all().filter((key) => key !== target)
    return { rootId: target.id, rewrapped, retired: retired.map(({ id }) => id), retiredPath: undefined }
  }

  /** Requires the current key: values written without it could never be opened. @returns its name */
  async requireCurrent(): Promise<string | null> {
    const { rootId: known } = await this.#store.keyring()
    if (known !== null && (await this.#roots.find(known)) === undefined) throw rootMissing(known, this.#roots)
    return known
  }

  async #makeCurrent({ id }: RootKey): Promise<void> {
    const { database, clock } = this.#options
    const known = await this.requireCurrent()
    await this.#store.hold(async (db, { rootId, past }) => {
      if (rootId === id) return
      if (rootId === null || rootId !== known) throw overtaken()
      const without = await countWithout(db, id, database.dialect)
      if (without > 0) throw notEverywhere(id, without)
      const since = new Date(clock()).toISOString()
      await db
        .updateTable('host_keyring')
        .set({ root_id: id, past: [...past, rootId], since })
        .execute()
    })
  }

  async #rewrapAll(target: RootKey): Promise<number> {
    let rewrapped = 0
    for (;;) {
      const rows = await this.#store.wrappedElsewhere(target.id, stepSize)
      if (rows.length === 0) return rewrapped
      const changes = await Promise.all(
        rows.map(async (before) => ({ before, after: await this.#rewrap(before, target) })),
      )
      if (!(await this.#store.replace(target.id, changes))) throw overtaken()
      rewrapped += rows.length
      this.#options.onStep?.('re-wrapped')
      await setTimeout(pause)
    }
  }

  async #rewrap(row: WrappedKey, target: RootKey): Promise<WrappedKey> {
    const root = await this.#roots.find(row.rootId)
    if (root === undefined) throw rootMissing(row.rootId, this.#roots)
    try {
      return root.rewrap(row, target)
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      throw keysRefused(`The data key ${row.id} was altered. Restore its row from a backup, then try again.`, error)
    }
  }
}

function notEverywhere(id: string, processes: number): Error {
  return keysRefused(
    `${id} is unknown to ${processes} of the running processes, which need it: start every host with the new key before the old key in HOST_SECRET_KEY, then try again.`,
  )
}

function overtaken(): Error {
  return keysRefused('Another rotation finished first. Run this again to check that nothing is left to do.')
}
