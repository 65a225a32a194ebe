/**
 * Keeps the zones of this process as the database has them: it looks four times a second whether any has changed, which
 * costs no query, and loads those that have.
 *
 * A workspace has one load at a time, and rests after it, so that its changes take at most a fifth of the time of the
 * process and delay no other workspace.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServedZones } from '@host/dns/server'
import { loadZone, type LoadedZone, type LoadParts, type ServedKey } from './zone-content.ts'
import { bucketOf, buckets, readHeads, type HeadTexts, type ZoneHead } from './zone-heads.ts'
import type { Serving } from './serving.ts'

/** Milliseconds between two looks. */
const lookEvery = 250
/** The same while the process can't trust its memory. */
const readEvery = 1_000
/** A workspace rests for this many times the time of its last load. */
const restFactor = 4
/** Milliseconds; also after an error. */
const longestRest = 10_000
/** Zones that are loaded at a time. */
const atOnce = 8

/** Dependencies of a loader. */
export interface LoaderParts extends LoadParts {
  readonly serving: Pick<Serving, 'names' | 'effectiveSerial' | 'heads' | 'index'>
  readonly onError: (error: unknown, zone: ZoneHead | undefined) => void
}

/** A key with its zone. */
export interface KnownKey extends ServedKey {
  readonly head: ZoneHead
}

export class ZoneLoader {
  readonly zones: ServedZones
  readonly #options: LoaderParts
  readonly #loaded = new Map<string, LoadedZone>()
  /** The names of zones in memory, by their bucket. */
  readonly #names = new Map<string, Set<string>>(buckets.map((bucket) => [bucket, new Set()]))
  readonly #keys = new Map<string, KnownKey>()
  /** Loads that run, by their workspace. */
  readonly #loads = new Map<string, Promise<void>>()
  /** When a workspace may have its next load. */
  readonly #restUntil = new Map<string, number>()
  /** The text of each bucket whose zones are all loaded. */
  readonly #texts = new Map<string, string>()
  #version: number | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(options: LoaderParts) {
    this.#options = options
    this.zones = new options.library.ServedZones()
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
  }

  /** Follows changes until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    const { index } = this.#options.serving
    while (!signal.aborted) {
      const delay = index.version === undefined ? readEvery : lookEvery
      await sleep(delay, undefined, { ref: false, signal }).catch(() => undefined)
      if (!signal.aborted) await this.look().catch((error: unknown) => this.#options.onError(error, undefined))
    }
  }

  /** Looks for changes now, and begins to load them. */
  async look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look())
    await this.#looking
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
    if (version !== undefined && version === this.#version) return
    const isWhole = this.#apply(await this.#readTexts(version))
    this.#version = isWhole ? version : undefined
  }

  async #readTexts(version: number | undefined): Promise<HeadTexts> {
    const { index, heads } = this.#options.serving
    if (version === undefined) return await heads.all()
    const texts = new Map<string, string>()
    for (const bucket of buckets) {
      const found = index.find(bucket)
      const text = found === undefined ? await index.read(bucket) : found
      if (text !== null) texts.set(bucket, text)
    }
    return texts
  }

  /** @returns whether every zone is as the texts say */
  #apply(texts: HeadTexts): boolean {
    let isWhole = true
    for (const bucket of buckets) {
      const text = texts.get(bucket) ?? ''
      if (text === this.#texts.get(bucket)) continue
      if (this.#applyBucket(bucket, text)) this.#texts.set(bucket, text)
      else isWhole = false
    }
    return isWhole
  }

  /** @returns whether its zones are as the text says */
  #applyBucket(bucket: string, text: string): boolean {
    const heads = text === '' ? [] : readHeads(text)
    const names = new Set(heads.map(({ name }) => name))
    for (const name of this.#names.get(bucket) ?? []) if (!names.has(name)) this.#remove(name)
    const waiting = heads.filter((head) => !this.#isLoaded(head))
    for (const head of waiting) if (this.#mayLoad(head)) this.#begin(head)
    return waiting.length === 0
  }

  #mayLoad({ orgId }: ZoneHead): boolean {
    if (this.#loads.has(orgId) || this.#loads.size >= atOnce) return false
    return (this.#restUntil.get(orgId) ?? 0) <= performance.now()
  }

  #begin(head: ZoneHead): void {
    const loading = this.#load(head).finally(() => this.#loads.delete(head.orgId))
    this.#loads.set(head.orgId, loading)
  }

  async #load(head: ZoneHead): Promise<void> {
    const began = performance.now()
    let rest = longestRest
    try {
      const loaded = await loadZone(this.#options, head, this.#loaded.get(head.name))
      if (loaded === undefined) this.#remove(head.name)
      else this.#set(loaded)
      rest = Math.min((performance.now() - began) * restFactor, longestRest)
    } catch (error) {
      this.#options.onError(error, head)
    }
    this.#restUntil.set(head.orgId, performance.now() + rest)
    // The zone may have been removed meanwhile, or changed again.
    this.#texts.delete(String(bucketOf(head.name)))
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
    this.zones.set(zone)
    for (const key of keys) this.#keys.set(key.key.name, { ...key, head })
  }

  #remove(name: string): void {
    this.#forgetKeys(name)
    this.#names.get(String(bucketOf(name)))?.delete(name)
    if (this.#loaded.delete(name)) this.zones.delete(`${name}.`)
  }

  #forgetKeys(name: string): void {
    for (const { key } of this.#loaded.get(name)?.keys ?? []) this.#keys.delete(key.name)
  }
}
