/**
 * Keeps the zones of this process as the database has them: it looks four times a second whether any has changed, which
 * costs no query, and loads those that have.
 *
 * A workspace has one load at a time, and rests after it, so that its changes take at most a fifth of the time of the
 * process and delay no other workspace. Of its zones, the one that has waited longest comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServedZones } from '@host/dns/server'
import type { DnsServerState } from '@host/plugin/platform'
import type { LoadedZone, ServedKey } from './zone-content.ts'
import { bucketOf, buckets, readHeads, type HeadTexts, type ZoneHead } from './zone-heads.ts'
import type { Serving } from './serving.ts'

/** Milliseconds between two looks. */
const lookEvery = 250
/** The same while the process can't trust its memory. */
const readEvery = 1_000
/** The same of a look at the database: workspaces that are erased are not in any change. */
const checkEvery = 60_000
/** A workspace rests for this many times the time of its last load. */
const restFactor = 4
/** Milliseconds; also of a zone after an error. */
const longestRest = 10_000
/** Zones that are loaded at a time. */
const atOnce = 8

/** Dependencies of a loader. */
export interface LoaderParts {
  /** The zones that the server answers from. */
  readonly zones: ServedZones
  readonly serving: Pick<Serving, 'heads' | 'index'>
  /** Reads a zone; undefined for one that is gone. See `loadZone`. */
  readonly load: (head: ZoneHead, before: LoadedZone | undefined) => Promise<LoadedZone | undefined>
  readonly onError: (error: unknown, zone: ZoneHead | undefined) => void
}

/** A key with its zone. */
export interface KnownKey extends ServedKey {
  readonly head: ZoneHead
}

export class ZoneLoader {
  readonly #options: LoaderParts
  readonly #loaded = new Map<string, LoadedZone>()
  /** The names of zones in memory, by their bucket. */
  readonly #names = new Map<string, Set<string>>(buckets.map((bucket) => [bucket, new Set()]))
  readonly #keys = new Map<string, KnownKey>()
  /** Zones whose version in memory is not that of the database, in the order in which they are loaded. */
  readonly #waiting = new Map<string, ZoneHead>()
  /** Zones whose last load has failed. */
  readonly #refused = new Set<string>()
  /** Workspaces with a load that runs. */
  readonly #busy = new Set<string>()
  /** When a workspace, or a zone that failed, may have its next load. */
  readonly #restUntil = new Map<string, number>()
  /** The text of each bucket whose zones wait or are in memory. */
  readonly #texts = new Map<string, string>()
  #version: number | undefined
  #checkedAt = 0
  #looking: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LoaderParts) {
    this.#options = options
  }

  /** Loads all zones; those that can't be served are reported and left out. @throws when the database can't be read */
  async open(): Promise<void> {
    const texts = await this.#options.serving.heads.all()
    const heads = [...texts.values()].flatMap(readHeads).values()
    const loads = Array.from({ length: atOnce }, async () => {
      for (const head of heads) await this.#load(head)
    })
    await Promise.all(loads)
    this.#restUntil.clear()
    this.#waiting.clear()
    this.#checkedAt = performance.now()
  }

  /** Follows changes until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    const { index } = this.#options.serving
    while (!signal.aborted) {
      const delay = index.version === undefined ? readEvery : lookEvery
      await sleep(delay, undefined, { ref: false, signal }).catch(() => undefined)
      if (!signal.aborted) await this.look().catch((error: unknown) => this.#options.onError(error, undefined))
    }
    clearTimeout(this.#timer)
  }

  /** Looks for changes now, and begins to load them. */
  async look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look())
    await this.#looking
  }

  get state(): DnsServerState {
    const [firstRefused] = this.#refused
    return { zones: this.#loaded.size, refused: this.#refused.size, firstRefused }
  }

  /** @param name absolute, in lower case */
  find(name: string): LoadedZone | undefined {
    return this.#loaded.get(name.replace(/\.$/, ''))
  }

  /** @param name absolute, in lower case */
  keyOf(name: string): KnownKey | undefined {
    return this.#keys.get(name)
  }

  async #look(): Promise<void> {
    const { version } = this.#options.serving.index
    const isDue = performance.now() - this.#checkedAt > checkEvery
    if (isDue || version === undefined || version !== this.#version) {
      const isWhole = isDue || version === undefined
      this.#apply(await (isWhole ? this.#options.serving.heads.all() : this.#knownTexts()))
      if (isWhole) this.#checkedAt = performance.now()
      this.#version = version
    }
    this.#begin()
  }

  async #knownTexts(): Promise<HeadTexts> {
    const { index } = this.#options.serving
    const texts = new Map<string, string>()
    for (const bucket of buckets) {
      const found = index.find(bucket)
      const text = found === undefined ? await index.read(bucket) : found
      if (text !== null) texts.set(bucket, text)
    }
    return texts
  }

  #apply(texts: HeadTexts): void {
    for (const bucket of buckets) {
      const text = texts.get(bucket) ?? ''
      if (text === this.#texts.get(bucket)) continue
      const heads = text === '' ? [] : readHeads(text)
      const names = new Set(heads.map(({ name }) => name))
      for (const name of this.#names.get(bucket) ?? []) if (!names.has(name)) this.#remove(name)
      for (const name of this.#waiting.keys()) {
        if (String(bucketOf(name)) !== bucket || names.has(name)) continue
        this.#waiting.delete(name)
        this.#refused.delete(name)
      }
      for (const head of heads) if (!this.#isLoaded(head)) this.#waiting.set(head.name, head)
      this.#texts.set(bucket, text)
    }
  }

  /** Begins the loads that may run now; a zone that waits keeps its place. */
  #begin(): void {
    const now = performance.now()
    let next = Infinity
    for (const head of this.#waiting.values()) {
      const { orgId, name } = head
      if (this.#busy.size >= atOnce) return
      if (this.#busy.has(orgId)) continue
      const until = Math.max(this.#restUntil.get(orgId) ?? 0, this.#restUntil.get(name) ?? 0)
      if (until <= now) this.#start(head)
      else next = Math.min(next, until)
    }
    if (next < Infinity) this.#beginAt(next)
  }

  #beginAt(moment: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#begin(), Math.max(moment - performance.now(), 0) + 1)
    this.#timer.unref()
  }

  #start(head: ZoneHead): void {
    this.#busy.add(head.orgId)
    this.#waiting.delete(head.name)
    void this.#load(head).finally(() => {
      this.#busy.delete(head.orgId)
      this.#begin()
    })
  }

  async #load(head: ZoneHead): Promise<void> {
    const { orgId, name } = head
    const began = performance.now()
    try {
      const loaded = await this.#options.load(head, this.#loaded.get(name))
      if (loaded === undefined) this.#remove(name)
      else this.#set(loaded)
      this.#restUntil.delete(name)
      this.#refused.delete(name)
    } catch (error) {
      this.#options.onError(error, head)
      this.#refused.add(name)
      this.#restUntil.set(name, performance.now() + longestRest)
      // It waits behind the others; a newer version may have come meanwhile.
      if (!this.#waiting.has(name)) this.#waiting.set(name, head)
    }
    const now = performance.now()
    this.#restUntil.set(orgId, now + Math.min((now - began) * restFactor, longestRest))
    // The zone may have been removed meanwhile, or changed again.
    this.#texts.delete(String(bucketOf(name)))
    this.#version = undefined
  }

  /** A load may have found a version after that of its head. */
  #isLoaded({ id, name, revision }: ZoneHead): boolean {
    const head = this.#loaded.get(name)?.head
    return head?.id === id && head.revision >= revision
  }

  #set(loaded: LoadedZone): void {
    const { head, zone, keys } = loaded
    this.#forgetKeys(head.name)
    this.#loaded.set(head.name, loaded)
    this.#names.get(String(bucketOf(head.name)))?.add(head.name)
    this.#options.zones.set(zone)
    for (const key of keys) this.#keys.set(key.key.name, { ...key, head })
  }

  #remove(name: string): void {
    this.#forgetKeys(name)
    this.#refused.delete(name)
    this.#names.get(String(bucketOf(name)))?.delete(name)
    if (this.#loaded.delete(name)) this.#options.zones.delete(`${name}.`)
  }

  #forgetKeys(name: string): void {
    for (const { key } of this.#loaded.get(name)?.keys ?? []) this.#keys.delete(key.name)
  }
}
