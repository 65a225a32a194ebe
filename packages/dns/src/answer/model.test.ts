/** Answers about random zones, against a plain resolution of RFC 1034 §4.3.2 and RFC 4592 over lists of records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWithin, nameKey, parentOf, type ResourceRecord } from '../index.ts'
import { ask, linesOf, servedZones } from '../testing/served-zone-file.ts'
import { buildServedZone } from '../zone/build-served-zone.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 20_000 : 300
const zone = 'z.'
const soa = { name: zone, type: 'SOA', ttl: 60, data: 'ns.z. a.z. 1 3600 600 86400 300' }

/** Few labels, so that names often meet. */
const below = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 3 }).map((labels) => [...labels, zone].join('.'))

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'A', data: '192.0.2.1' }) },
  { weight: 2, arbitrary: fc.constant({ type: 'TXT', data: '"a"' }) },
  { weight: 2, arbitrary: below.map((data) => ({ type: 'CNAME', data })) },
  { weight: 1, arbitrary: below.map((data) => ({ type: 'NS', data })) },
  { weight: 1, arbitrary: fc.constant({ type: 'CNAME', data: 'a.other.' }) },
)
const records = fc.array(
  fc.tuple(below, value).map(([name, { type, data }]): ResourceRecord => ({ name, type, ttl: 60, data })),
  { maxLength: 12 },
)

/** What a zone may have: no delegation at a wildcard, and a CNAME record alone. */
function valid(all: readonly ResourceRecord[]): ResourceRecord[] {
  const kept: ResourceRecord[] = []
  for (const record of all) {
    if (record.type === 'NS' && record.name.startsWith('*')) continue
    if (record.type === 'CNAME' && record.name === zone) continue
    const others = kept.filter(({ name }) => name === record.name)
    if (others.some(({ type }) => type === 'CNAME') || (record.type === 'CNAME' && others.length > 0)) continue
    if (!others.some(({ type, data }) => type === record.type && data === record.data)) kept.push(record)
  }
  return kept
}

interface Expected {
  readonly rcode: number
  readonly isAuthoritative: boolean
  readonly answers: string[]
  readonly authorities: string[]
}

class Model {
  readonly #records: readonly ResourceRecord[]
  readonly #names = new Set<string>()

  constructor(all: readonly ResourceRecord[]) {
    this.#records = all
    for (const { name } of all) {
      for (let above: string | undefined = name; above !== undefined && above !== '.'; above = parentOf(above)) {
        this.#names.add(nameKey(above))
      }
    }
  }

  resolve(question: string, type: string): Expected {
    const answers: string[] = []
    const seen = new Set<string>()
    for (let name = question; ;) {
      const cut = this.#cutAbove(name)
      const isDs = cut === name && type === 'DS'
      if (cut !== undefined && !isDs) {
        const isAuthoritative = answers.length > 0
        return { rcode: 0, isAuthoritative, answers, authorities: this.#lines(cut, cut, 'NS') }
      }
      const source = this.#source(name)
      const denied = { isAuthoritative: true, answers, authorities: ['z. 60 SOA ns.z. a.z. 1 3600 600 86400 300'] }
      if (source === undefined) return { rcode: 3, ...denied }
      const found = this.#lines(source, name, type)
      if (found.length > 0) return { ...denied, rcode: 0, answers: [...answers, ...found], authorities: [] }
      const target = this.#records.find((record) => record.name === source && record.type === 'CNAME')?.data
      if (target === undefined) return { rcode: 0, ...denied }
      const ended = { rcode: 0, isAuthoritative: true, answers, authorities: [] }
      if (seen.has(source)) return ended
      seen.add(source)
      answers.push(...this.#lines(source, name, 'CNAME'))
      if (!isWithin(target, zone) || answers.length === 8) return ended
      name = target
    }
  }

  /** The highest delegation at a name or above it. */
  #cutAbove(name: string): string | undefined {
    let cut: string | undefined
    for (let above: string | undefined = name; above !== undefined && above !== zone; above = parentOf(above)) {
      if (this.#records.some((record) => record.name === above && record.type === 'NS')) cut = above
    }
    return cut
  }

  /** The name itself, or the wildcard below its closest encloser. */
  #source(name: string): string | undefined {
    if (this.#names.has(name)) return name
    let encloser = name
    while (!this.#names.has(encloser)) encloser = parentOf(encloser) ?? zone
    return this.#names.has(`*.${encloser}`) ? `*.${encloser}` : undefined
  }

  #lines(source: string, owner: string, type: string): string[] {
    return this.#records
      .filter((record) => record.name === source && record.type === type)
      .map(({ ttl, data }) => `${owner} ${ttl} ${type} ${data}`)
      .toSorted()
  }
}

test('every answer is that of the plain resolution', () => {
  const questions = fc.array(fc.tuple(below, fc.constantFrom('A', 'TXT', 'CNAME', 'NS', 'DS', 'MX')), { minLength: 20 })
  fc.assert(
    fc.property(records, questions, (drawn, asked) => {
      const all = [soa, ...valid(drawn)]
      const zones = servedZones(buildServedZone(zone, all))
      const model = new Model(all)
      for (const [name, type] of asked) {
        const { rcode, isAuthoritative, answers, authorities } = ask(zones, [name, type], 'tcp')
        const sets = [answers, authorities].map((section) => linesOf(section).toSorted())
        const expected = model.resolve(name, type)
        assert.deepEqual(
          { rcode, isAuthoritative, answers: sets[0], authorities: sets[1] },
          { ...expected, answers: expected.answers.toSorted() },
          `${name} ${type}`,
        )
      }
    }),
    { numRuns },
  )
})
