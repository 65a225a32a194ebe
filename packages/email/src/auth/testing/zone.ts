import type { Lookup, LookupType } from '../lookup.ts'

/** Records of a test by name; a name with `fails` has no answer. */
export type Zone = Readonly<Record<string, Partial<Record<LookupType, readonly string[]>> | 'fails'>>

/** Answers from a few records; all other names do not exist. */
export function lookupOf(zone: Zone): Lookup & { readonly asked: string[] } {
  const asked: string[] = []
  const lookup: Lookup = async (name, type) => {
    asked.push(`${type} ${name}`)
    const found = zone[name]
    if (found === 'fails') throw new Error('no answer')
    const records = found?.[type]
    if (records !== undefined) return { kind: 'records', records }
    const exists = found !== undefined || Object.keys(zone).some((other) => other.endsWith(`.${name}`))
    return { kind: exists ? 'no-data' : 'no-name' }
  }
  return Object.assign(lookup, { asked })
}
