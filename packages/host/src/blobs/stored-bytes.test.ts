import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Problem } from '@host/plugin'
import fc from 'fast-check'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { openStorageLab, type StorageLab } from '../../testing/blobs/storage-lab.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 500 : 12
const type = 'text/plain'
const textOf = (size: number) => new Uint8Array(size).fill(120)

type Step =
  | { readonly kind: 'put' | 'stream' | 'undone' | 'owned'; readonly name: string; readonly size: number }
  | { readonly kind: 'several'; readonly sizes: readonly number[] }
  | { readonly kind: 'delete' | 'disown'; readonly name: string }
  | { readonly kind: 'unplaced'; readonly size: number }
  | { readonly kind: 'limit'; readonly most: number }
  | { readonly kind: 'erase' | 'day' }

const [name, size] = [fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 60 })]
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('put', 'stream', 'undone', 'owned'), name, size }),
  fc.record({ kind: fc.constant('several'), sizes: fc.array(size, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constantFrom('delete', 'disown'), name }),
  fc.record({ kind: fc.constant('unplaced'), size }),
  fc.record({ kind: fc.constant('limit'), most: fc.constantFrom(0, 50, 100, 200) }),
  fc.record({ kind: fc.constantFrom('erase', 'day') }),
)

class Undone extends Error {}

/** A workspace, and what it must have stored. */
class Workspace {
  readonly #lab: StorageLab
  readonly #orgId: string
  readonly #sizes = new Map<string, number>()
  #most = 100
  readonly #owned = new Set<string>()

  constructor(lab: StorageLab, orgId: string) {
    this.#lab = lab
    this.#orgId = orgId
  }

  get #used(): number {
    return [...this.#sizes.values()].reduce((sum, each) => sum + each, 0)
  }

  async take(given: Step): Promise<void> {
    await this.#take(given)
    const [{ one, other, total }, orgId, used] = [this.#lab, this.#orgId, this.#used]
    const stored = await one.service.list(orgId, '', { limit: 100 })
    assert.deepEqual(
      Object.fromEntries(stored.map(({ key, size: each }) => [key, each])),
      Object.fromEntries(this.#sizes),
    )
    assert.equal(await other.blobs.bytes.used(orgId), used)
    assert.ok(((await total(orgId)) ?? used) >= used, 'the total is never less than the sum')
    const room = this.#most - used
    if (room >= 0) await other.service.requireRoom(orgId, room)
    await assert.rejects(other.service.requireRoom(orgId, Math.max(0, room) + 1), isRefusal)
  }

  async #take(given: Step): Promise<void> {
    const [{ one, other, limit, erase, clock }, orgId] = [this.#lab, this.#orgId]
    if (given.kind === 'several') await this.#several(given.sizes)
    else if (given.kind === 'unplaced') await one.service.stage(orgId, textOf(given.size), { type })
    else if (given.kind === 'day') clock.now += 86_400_000
    else if (given.kind === 'limit') await limit(orgId, (this.#most = given.most))
    else if (given.kind === 'erase') {
      await erase(orgId)
      this.#sizes.clear()
      this.#owned.clear()
    } else if (given.kind === 'delete') {
      assert.equal(await other.service.delete(orgId, given.name), this.#sizes.delete(given.name))
    } else if (given.kind === 'disown') await this.#disown(given.name)
    else if ('size' in given) await this.#put(given)
  }

  async #put({
    kind,
    name: key,
    size: bytes,
  }: Extract<Step, { readonly kind: 'put' | 'stream' | 'undone' | 'owned' }>) {
    const { one, notes } = this.#lab
    const body = kind === 'stream' ? new Blob([textOf(bytes)]).stream() : textOf(bytes)
    const staged = await one.service.stage(this.#orgId, body, { type })
    const placing = notes(this.#orgId).transaction(async (tx) => {
      await one.service.place(this.#orgId, key, staged)
      if (kind === 'undone') throw new Undone()
      const isOwned = kind === 'owned' && !this.#owned.has(key)
      if (isOwned) await tx.insertInto('notes_notes').values({ picture: key }).execute()
    })
    const isAllowed = await this.#judge(placing, new Map([[key, bytes]]))
    if (isAllowed && kind === 'owned') this.#owned.add(key)
    await one.service.discard(staged)
  }

  async #several(sizes: readonly number[]) {
    const { one } = this.#lab
    const blobs = []
    for (const [at, each] of sizes.entries()) {
      blobs.push({ key: 'abc'.charAt(at), staged: await one.service.stage(this.#orgId, textOf(each), { type }) })
    }
    const wanted = new Map(blobs.map(({ key, staged }) => [key, staged.size]))
    await this.#judge(one.service.placeAll(this.#orgId, blobs), wanted)
  }

  /** A row that goes takes its blob with it. */
  async #disown(key: string) {
    await this.#lab.notes(this.#orgId).deleteFrom('notes_notes').where('picture', '=', key).execute()
    if (this.#owned.delete(key)) this.#sizes.delete(key)
  }

  /** @returns whether the bytes are stored */
  async #judge(placing: Promise<unknown>, wanted: ReadonlyMap<string, number>): Promise<boolean> {
    const replaced = [...wanted.keys()].reduce((sum, key) => sum + (this.#sizes.get(key) ?? 0), 0)
    const grows = [...wanted.values()].reduce((sum, each) => sum + each, 0) - replaced
    if (grows > 0 && this.#used + grows > this.#most) {
      await assert.rejects(placing, isRefusal)
      return false
    }
    try {
      await placing
    } catch (error) {
      if (error instanceof Undone) return false
      throw error
    }
    for (const [key, each] of wanted) this.#sizes.set(key, each)
    return true
  }
}

for (const product of testDatabases) {
  suite(`stored bytes (${product.name})`, () => {
    let lab: StorageLab
    let count = 0
    before(async () => void (lab = await openStorageLab(product)))
    after(() => lab[Symbol.asyncDispose]())
    const open = async (most: number) => {
      const orgId = `org_${(count += 1)}`
      await lab.limit(orgId, most)
      return orgId
    }

    test('a plan allows exactly its bytes, whatever is put, replaced, deleted, undone, left behind or erased', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
          const workspace = new Workspace(lab, await open(100))
          for (const each of steps) await workspace.take(each)
        }),
        { numRuns: runs },
      )
    })

    test('of bytes that come at once to two processes, as many are stored as fit', async () => {
      for (const [bytes, fit] of [
        [60, 1],
        [30, 3],
      ] as const) {
        const orgId = await open(100)
        const puts = Array.from({ length: 6 }, async (_, at) =>
          (at % 2 === 0 ? lab.one : lab.other).service.put(orgId, `file-${at}`, textOf(bytes), { type }),
        )
        const results = await Promise.allSettled(puts)
        for (const result of results) assert.ok(result.status === 'fulfilled' || isRefusal(result.reason))
        assert.equal(results.filter(({ status }) => status === 'fulfilled').length, fit)
        assert.equal((await lab.one.service.list(orgId, '', { limit: 10 })).length, fit)
      }
    })

    test('a workspace without blobs that was limited to none stores nothing, and an empty file', async () => {
      const orgId = await open(0)
      await assert.rejects(lab.one.service.put(orgId, 'a', textOf(1), { type }), isRefusal)
      await lab.one.service.put(orgId, 'a', textOf(0), { type })
    })

    test('bytes of a process that counts none are found within a day', async () => {
      const orgId = await open(100)
      await lab.one.service.put(orgId, 'a', textOf(10), { type })
      const { id } = await lab.db
        .insertInto('host_blob_contents')
        .values({ store: 'database', state: 'kept', until: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = { plugin: 'notes', name: 'b', content_id: id, size: 80, type, changed_at: new Date(0).toISOString() }
      await lab.db
        .insertInto('host_blobs')
        .values({ org_id: orgId, ...row })
        .execute()
      lab.clock.now += 86_400_000
      await assert.rejects(lab.one.service.put(orgId, 'c', textOf(20), { type }), isRefusal)
      await lab.one.service.put(orgId, 'c', textOf(10), { type })
      assert.equal(await lab.total(orgId), 100)
    })
  })
}

function isRefusal(error: unknown): boolean {
  assert.ok(error instanceof Problem, String(error))
  return error.code === 'quota_exceeded'
}
