import { encodeName } from '../names.ts'
import { ScannedName } from './scanned-name.ts'
import type { ServedZone } from './served-zone.ts'

/**
 * The zones of one server. A zone is replaced as a whole, so every answer comes from one version of it.
 */
export class ServedZones {
  /** By the hash of their names; the few that share one are in one list. */
  readonly #zones = new Map<number, readonly ServedZone[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a zone, or replaces the one of its name. */
  set(zone: ServedZone): void {
    const others = this.#others(zone.apex)
    this.#zones.set(zone.apexHash, [...others, zone])
    this.#size += 1
  }

  /** @param zone absolute; unknown ones are left out */
  delete(zone: string): void {
    const apex = encodeName(zone)
    const others = this.#others(apex)
    const hash = scanned(apex).hashes[0] ?? 0
    if (others.length > 0) this.#zones.set(hash, others)
    else this.#zones.delete(hash)
  }

  /** @param zone absolute */
  get(zone: string): ServedZone | undefined {
    const name = scanned(encodeName(zone))
    return this.#at(name, 0)
  }

  /** The zone with the longest name in which this name is. */
  find(name: ScannedName): ServedZone | undefined {
    return this.#above(name, 0)
  }

  /** The zone in which the name of another zone is: its parent, where both are here. */
  findParent(name: ScannedName): ServedZone | undefined {
    return this.#above(name, 1)
  }

  #above(name: ScannedName, first: number): ServedZone | undefined {
    for (let label = first; label <= name.labels; label += 1) {
      const zone = this.#at(name, label)
      if (zone !== undefined) return zone
    }
    return undefined
  }

  #at(name: ScannedName, label: number): ServedZone | undefined {
    const zones = this.#zones.get(name.hashes[label] ?? 0)
    if (zones === undefined) return undefined
    for (const zone of zones) {
      if (zone.apexLabels === name.labels - label && zone.contains(name)) return zone
    }
    return undefined
  }

  /** The zones that share the hash of a name, without the one of the name. */
  #others(apex: Uint8Array): readonly ServedZone[] {
    const name = scanned(apex)
    const zones = this.#zones.get(name.hashes[0] ?? 0) ?? []
    const others = zones.filter((zone) => !(zone.apexLabels === name.labels && zone.contains(name)))
    this.#size -= zones.length - others.length
    return others
  }
}

function scanned(bytes: Uint8Array): ScannedName {
  const name = new ScannedName()
  name.scan(bytes, 0)
  return name
}
