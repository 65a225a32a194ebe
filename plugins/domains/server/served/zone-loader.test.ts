import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { buildServedZone, ServedZones } from '@host/dns/server'
import type { LoadedZone } from './zone-content.ts'
import { bucketOf, type ZoneHead } from './zone-heads.ts'
import { ZoneLoader } from './zone-loader.ts'

/** Loads that wait until the test ends them, of zones that are only in memory. */
class LoaderLab {
  readonly heads = new Map<string, ZoneHead>()
  readonly zones = new ServedZones()
  /** Names in the order in which their loads began. */
  readonly begun: string[] = []
  readonly loader: ZoneLoader
  readonly #ends = new Map<string, () => void>()
  #version = 0

  constructor() {
    const texts = async (): Promise<ReadonlyMap<string, string>> => {
      const rows = Map.groupBy(this.heads.values(), ({ name }) => String(bucketOf(name)))
      return new Map(Array.from(rows, ([bucket, heads]) => [bucket, JSON.stringify(heads.map(rowOf))]))
    }
    const read = async (bucket: string): Promise<string | null> => (await texts()).get(bucket) ?? null
    const versionOf = (): number => this.#version
    this.loader = new ZoneLoader({
      zones: this.zones,
      serving: {
        heads: { all: texts, read: async (bucket) => (await read(bucket)) ?? undefined, pages: () => assert.fail() },
        index: {
          get version() {
            return versionOf()
          },
          held: { keys: 0, bytes: 0 },
          find: () => undefined,
          read,
          forget: () => undefined,
        },
      },
      load: async (head) => await this.#load(head),
      onError: (error) => assert.fail(String(error)),
    })
  }

  /** Changes zones of a workspace, one after the other. */
  async change(orgId: string, ...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const revision = (this.heads.get(name)?.revision ?? 0) + 1
      this.heads.set(name, { id: name, orgId, name, serial: revision, revision })
      this.#version += 1
      await this.loader.look()
    }
  }

  /** Ends a load, and looks until another one has begun. */
  async end(name: string): Promise<void> {
    const before = this.begun.length
    this.#ends.get(name)?.()
    this.#ends.delete(name)
    for (let tries = 0; this.begun.length === before; tries += 1) {
      assert.ok(tries < 1_000, `No load begins after that of ${name}.`)
      await new Promise((resolve) => setTimeout(resolve, 2))
      await this.loader.look()
    }
  }

  /** Loads that have begun and not ended, sorted. */
  get running(): readonly string[] {
    return [...this.#ends.keys()].toSorted()
  }

  async #load(head: ZoneHead): Promise<LoadedZone> {
    this.begun.push(head.name)
    await new Promise<void>((resolve) => this.#ends.set(head.name, resolve))
    const soa = { name: `${head.name}.`, type: 'SOA', ttl: 60, data: `a. b. ${head.serial} 1 1 1 1` }
    return { head, zone: buildServedZone(`${head.name}.`, [soa]), secondaries: new Set(), keys: [] }
  }
}

function rowOf({ id, orgId, name, serial, revision }: ZoneHead) {
  return [id, orgId, name, serial, revision]
}

suite('loads of zones', () => {
  test('a workspace has one load at a time, and its slow zones delay no other workspace', async () => {
    const lab = new LoaderLab()
    const many = Array.from({ length: 4 }, (_, index) => `a${index}.example`)
    await lab.change('a', ...many)
    assert.deepEqual(lab.running, ['a0.example'])
    await lab.change('b', 'b0.example', 'b1.example')
    assert.deepEqual(lab.running, ['a0.example', 'b0.example'])
    await lab.end('b0.example')
    assert.deepEqual(lab.running, ['a0.example', 'b1.example'], 'the zones of a still wait')
    assert.equal(lab.zones.get('b0.example.')?.serial, 1)
    await lab.end('a0.example')
    assert.deepEqual(lab.running, ['a1.example', 'b1.example'])
  })

  test('of the zones of a workspace, the one that has waited longest comes first', async () => {
    const lab = new LoaderLab()
    await lab.change('a', '1.example', '2.example', '3.example')
    await lab.change('a', '1.example', '2.example')
    for (const name of ['1.example', '2.example', '3.example']) await lab.end(name)
    assert.deepEqual(lab.begun, ['1.example', '2.example', '3.example', '1.example'])
  })

  test('eight workspaces load at once, and the ninth as soon as one has ended', async () => {
    const lab = new LoaderLab()
    for (let index = 0; index < 9; index += 1) await lab.change(`org${index}`, `${index}.example`)
    assert.deepEqual(lab.running.length, 8)
    await lab.end('3.example')
    assert.ok(lab.running.includes('8.example'))
  })
})
