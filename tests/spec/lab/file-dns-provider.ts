import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Problem, type DnsProvider, type DnsRecordSet } from '@host/plugin'

/** A provider whose zone is in a file, so that it outlives a process. */
export interface FileDnsOptions {
  readonly file: string
  readonly zone: string
  /** Called before and after the effect of each call. */
  onPoint(point: string): Promise<void>
}

/** Makes a provider with one zone. */
export function fileDnsProvider({ file, zone, onPoint }: FileDnsOptions): DnsProvider {
  return {
    title: 'File',
    fields: [{ name: 'token', label: 'Token', isSecret: true }],
    capabilities: { types: '*', ttl: { min: 1, max: 86_400 }, hasComments: false, hasProxy: false, isAtomic: true },
    open: () => ({
      zones: async () => [{ id: zone, name: zone }],
      records: async () => {
        await onPoint('read')
        return { sets: readSets(file), readOnly: [] }
      },
      write: async (_zone, { name, type, before, after }) => {
        await onPoint(`before ${name}`)
        const sets = readSets(file)
        const present = sets.find((set) => set.name === name && set.type === type) ?? null
        if (!isSame(present, after)) {
          if (!isSame(present, before)) throw new Problem('conflict')
          const others = sets.filter((set) => set !== present)
          writeSets(file, after === null ? others : [...others, after])
        }
        await onPoint(`after ${name}`)
      },
    }),
  }
}

/** The record sets of the zone. */
export function readSets(file: string): readonly DnsRecordSet[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly DnsRecordSet[]
}

/** Replaces the record sets at once. */
export function writeSets(file: string, sets: readonly DnsRecordSet[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(sets))
  renameSync(`${file}.new`, file)
}

function isSame(one: DnsRecordSet | null, other: DnsRecordSet | null): boolean {
  return (one?.data.join() ?? null) === (other?.data.join() ?? null)
}
