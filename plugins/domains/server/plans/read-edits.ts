/** Record sets as people and plugins write them, brought into the normal form of a changeset. */
import { DnsError } from '@host/dns'
import { Problem, type DnsCapabilities, type DnsRecordSet, type FieldProblem, type Wording } from '@host/plugin'
import { readRecordName } from '../records/record-names.ts'
import { keyText, readRecord, readType, valueOf, type RecordValue } from '../records/record-set.ts'
import { inWriteOrder } from './write-order.ts'

/** A record set to have. What is left out stays as it is; null removes a comment. */
export interface SetEdit {
  readonly name: string
  readonly type: string
  readonly ttl?: number | undefined
  readonly data: readonly string[]
  readonly comment?: string | null | undefined
  readonly isProxied?: boolean | undefined
}

/** Wanted changes of a zone. */
export interface ZoneEdits {
  readonly set?: readonly SetEdit[] | undefined
  readonly delete?: readonly { readonly name: string; readonly type: string }[] | undefined
}

/** The zone that is edited. */
export interface EditedZone {
  readonly name: string
  readonly capabilities: Pick<DnsCapabilities, 'ttl' | 'hasComments' | 'proxiedTtl'>
  /** The copy of its record sets, by the text of their keys. */
  readonly known: ReadonlyMap<string, DnsRecordSet>
  /** Begins the path of each problem; empty or with a dot at its end. */
  readonly path: string
}

/** The wanted values in the order in which they are written, and the path of each key in the input. */
export interface ReadEdits {
  readonly values: ReadonlyMap<string, RecordValue | null>
  readonly paths: ReadonlyMap<string, string>
}

const usualTtl = 300
const mostProblems = 50

/** @throws Problem `invalid_input` naming each field */
export function readEdits(zone: EditedZone, edits: ZoneEdits): ReadEdits {
  const reader = new EditReader(zone)
  for (const [place, each] of (edits.delete ?? []).entries()) reader.readDelete(each, `${zone.path}delete.${place}`)
  for (const [place, each] of (edits.set ?? []).entries()) reader.readSet(each, `${zone.path}set.${place}`)
  return reader.finish()
}

class EditReader {
  readonly #zone: EditedZone
  readonly #values = new Map<string, RecordValue | null>()
  readonly #paths = new Map<string, string>()
  readonly #problems: FieldProblem[] = []

  constructor(zone: EditedZone) {
    this.#zone = zone
  }

  readDelete(edit: { readonly name: string; readonly type: string }, path: string): void {
    const key = this.#readKey(edit, path)
    if (key !== undefined) this.#values.set(key.text, null)
  }

  readSet(edit: SetEdit, path: string): void {
    const key = this.#readKey(edit, path)
    if (key === undefined) return
    const data = edit.data.flatMap((text, place) => {
      const record = this.#try(`${path}.data.${place}`, () => readRecord(key.type, text))
      return record === undefined ? [] : [record]
    })
    if (data.length === edit.data.length) this.#values.set(key.text, this.#valueOf(key.text, edit, data))
  }

  finish(): ReadEdits {
    if (this.#problems.length > 0) {
      throw new Problem('invalid_input', { errors: this.#problems.slice(0, mostProblems) })
    }
    return { values: inWriteOrder(this.#values), paths: this.#paths }
  }

  #readKey({ name, type }: { readonly name: string; readonly type: string }, path: string) {
    const [owner, kind] = [
      this.#try(`${path}.name`, () => readRecordName(name, this.#zone.name)),
      this.#try(`${path}.type`, () => readType(type)),
    ]
    if (owner === undefined || kind === undefined) return undefined
    const text = keyText({ name: owner, type: kind })
    if (this.#paths.has(text)) this.#problems.push({ path: `${path}.name`, message: twice })
    this.#paths.set(text, path)
    return { text, type: kind }
  }

  #valueOf(key: string, edit: SetEdit, data: readonly string[]): RecordValue {
    const { known, capabilities } = this.#zone
    const present = known.get(key)
    const { min, max } = capabilities.ttl
    const comment = edit.comment === undefined ? present?.comment : edit.comment
    const isProxied = edit.isProxied ?? present?.isProxied
    const fixedTtl = isProxied === true ? capabilities.proxiedTtl : undefined
    return valueOf({
      ttl: fixedTtl ?? edit.ttl ?? present?.ttl ?? Math.min(Math.max(usualTtl, min), max),
      data,
      ...(comment !== undefined && comment !== null && { comment }),
      ...(isProxied !== undefined && { isProxied }),
    })
  }

  #try<Result>(path: string, read: () => Result): Result | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof DnsError)) throw error
      this.#problems.push({ path, message: dnsWording(error.message) })
      return undefined
    }
  }
}

/** A sentence of the DNS package, which has them in English. */
export function dnsWording(message: string): Wording {
  return { en: message, zh: `内容有误：${message}` }
}

const twice = { en: 'This record set is in the plan twice.', zh: '此记录集在计划中重复出现。' }
