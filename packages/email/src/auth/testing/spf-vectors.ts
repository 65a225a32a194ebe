import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import type { Lookup, LookupType } from '../lookup.ts'

/** One case of the test suite of RFC 7208. */
export interface SpfVector {
  readonly name: string
  readonly helo: string
  readonly host: string
  readonly mailFrom: string
  /** Every result that the suite accepts. */
  readonly results: readonly string[]
  readonly explanation: string | undefined
  readonly lookup: Lookup
}

interface Scenario {
  readonly description: string
  readonly tests: Readonly<Record<string, RawTest>>
  readonly zonedata: Readonly<Record<string, readonly RawRecord[] | null>>
}

interface RawTest {
  readonly helo: string
  readonly host: string
  readonly mailfrom: string
  readonly result: string | readonly string[]
  readonly explanation?: string
}

type RawRecord = string | Readonly<Record<string, unknown>>

/** All cases, each with the zone data of its scenario. */
export function spfVectors(): SpfVector[] {
  const text = readFileSync(new URL('rfc7208-tests.yml', import.meta.url), 'utf8')
  const documents = parseAllDocuments(text) as readonly { toJS(): unknown }[]
  return documents.flatMap((document) => {
    const scenario = document.toJS() as Scenario | null
    if (scenario === null) return []
    const lookup = zoneLookup(scenario.zonedata)
    return Object.entries(scenario.tests).map(([name, { helo, host, mailfrom, result, explanation }]) => ({
      name: `${scenario.description}: ${name}`,
      helo,
      host,
      mailFrom: mailfrom,
      results: typeof result === 'string' ? [result] : result,
      explanation,
      lookup,
    }))
  })
}

/**
 * Answers from zone data. A record of type SPF is a TXT record too, unless the name has one of its own; `TIMEOUT` is
 * the answer to every question for which the name has no record.
 */
function zoneLookup(zone: Scenario['zonedata']): Lookup {
  const names = new Map(Object.entries(zone).map(([name, records]) => [name.toLowerCase(), records ?? []]))
  const answer = (name: string, type: LookupType, depth: number): ReturnType<Lookup> => {
    const raw = names.get(name.toLowerCase())
    if (raw === undefined) return Promise.resolve({ kind: 'no-name' })
    const hasText = raw.some((record) => typeof record !== 'string' && 'TXT' in record)
    const wanted = type === 'TXT' && !hasText ? 'SPF' : type
    const found = raw.flatMap((record) => (typeof record === 'string' || !(wanted in record) ? [] : [record[wanted]]))
    const records = found.filter((value) => value !== 'NONE').map((value) => textOf(type, value))
    if (records.length > 0) return Promise.resolve({ kind: 'records', records })
    if (raw.includes('TIMEOUT')) return Promise.reject(new Error('timeout'))
    const alias = raw.find((record) => typeof record !== 'string' && 'CNAME' in record) as { CNAME: string } | undefined
    if (alias !== undefined && type !== 'CNAME' && depth < 10) return answer(alias.CNAME, type, depth + 1)
    return Promise.resolve({ kind: 'no-data' })
  }
  return (name, type) => answer(name, type, 0)
}

function textOf(type: LookupType, value: unknown): string {
  if (type === 'MX') return (value as readonly unknown[]).join(' ')
  return Array.isArray(value) ? value.join('') : String(value)
}
