/** Record sets as people and plugins write them, brought into the normal form of a changeset. */
import { DnsError } from '@host/dns'
import { Problem, type DnsCapabilities, type DnsReadOnlySet, type DnsRecordSet, type FieldProblem } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import { dnsWording } from '../records/dns-texts.ts'
import { readOnlyMessage } from '../records/read-only-set.ts'
import { readRecordName } from '../records/record-names.ts'
import { keyText, readRecord, readType, valueOf, type RecordValue } from '../records/record-set.ts'
import { inWriteOrder } from './write-order.ts'

/** A record set to have. What is left out stays as it is; null removes a comment. */
export interface SetEdit {
  readonly name: string
  readonly type: string
  readonly ttl?: number | undefined
  /** The records, or makes them of the present ones. */
  readonly data: readonly string[] | ((present: readonly string[]) => readonly string[])
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
  /** Reads its present record sets by the text of their keys: those of the keys, or all. */
  read(keys?: readonly string[]): Promise<ReadonlyMap<string, DnsRecordSet>>
  /** Its record sets that the provider only shows, as they were last read. */
  readOnly(): Promise<readonly DnsReadOnlySet[]>
  /** Begins the path of each problem; empty or with a dot at its end. */
  readonly path: string
}

/** The wanted values in the order in which they are written, and the path of each key in the input. */
export interface ReadEdits {
  readonly values: ReadonlyMap<string, RecordValue | null>
  /** The present values that they were made of; null for a record set that was not there. */
  readonly seen: ReadonlyMap<string, RecordValue | null>
  readonly paths: ReadonlyMap<string, string>
}

const usualTtl = 300
const mostProblems = 50

/** Reads edits, and the present record sets that they change. @throws Problem `invalid_input` naming each field */
export async function readEdits(zone: EditedZone, edits: ZoneEdits): Promise<ReadEdits> {
  const reader = new EditReader(zone)
  for (const [place, each] of (edits.delete ?? []).entries()) reader.readDelete(each, `${zone.path}delete.${place}`)
  for (const [place, each] of (edits.set ?? []).entries()) reader.readSet(each, `${zone.path}set.${place}`)
  return await reader.finish()
}

class EditReader {
  readonly #zone: EditedZone
  readonly #deleted: string[] = []
  readonly #wanted: WantedSet[] = []
  readonly #paths = new Map<string, string>()
  readonly #problems: FieldProblem[] = []

  constructor(zone: EditedZone) {
    this.#zone = zone
  }

  readDelete(edit: { readonly name: string; readonly type: string }, path: string): void {
    const key = this.#readKey(edit, path)
    if (key !== undefined) this.#deleted.push(key.text)
  }

  readSet(edit: SetEdit, path: string): void {
    const key = this.#readKey(edit, path)
    if (key === undefined) return
    const { data } = edit
    const dataOf =
      typeof data === 'function'
        ? (present: readonly string[]) => this.#readData(data(present), key.type, path)
        : constant(this.#readData(data, key.type, path))
    this.#wanted.push({ key: key.text, edit, path, dataOf })
  }

  async finish(): Promise<ReadEdits> {
    await this.#refuseReadOnly()
    this.#refuseWrong()
    const values = new Map<string, RecordValue | null>(this.#deleted.map((key) => [key, null]))
    const keys = this.#wanted.map(({ key }) => key)
    const present = keys.length === 0 ? undefined : await this.#zone.read(keys)
    for (const wanted of this.#wanted) values.set(wanted.key, this.#valueOf(wanted, present?.get(wanted.key)))
    this.#refuseWrong()
    return { values: inWriteOrder(values), seen: seenValues(keys, present), paths: this.#paths }
  }

  /** To a plan, such a record set isn't there, so its deletion would seem to be done. */
  async #refuseReadOnly(): Promise<void> {
    if (this.#deleted.length === 0) return
    const shown = new Map((await this.#zone.readOnly()).map((set) => [keyText(set), set]))
    for (const key of this.#deleted) {
      const set = shown.get(key)
      if (set === undefined) continue
      this.#problems.push({ path: `${this.#paths.get(key)}.name`, message: readOnlyMessage(set) })
    }
  }

  #refuseWrong(): void {
    if (this.#problems.length === 0) return
    throw new Problem('invalid_input', { errors: this.#problems.slice(0, mostProblems) })
  }

  /** The records in their normal form, without those that are wrong. */
  #readData(data: readonly string[], type: string, path: string): readonly string[] {
    return data.flatMap((text, place) => this.#try(`${path}.data.${place}`, () => readRecord(type, text)) ?? [])
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

  #valueOf({ edit, path, dataOf }: WantedSet, present: DnsRecordSet | undefined): RecordValue {
    const { proxiedTtl, ttl } = this.#zone.capabilities
    const comment = this.#readComment(edit.comment, present?.comment, path)
    const isProxied = edit.isProxied ?? present?.isProxied
    const fixedTtl = isProxied === true ? proxiedTtl : undefined
    return valueOf({
      ttl: fixedTtl ?? edit.ttl ?? present?.ttl ?? Math.min(Math.max(usualTtl, ttl.min), ttl.max),
      data: dataOf(present?.data ?? []),
      ...(comment !== undefined && { comment }),
      ...(isProxied !== undefined && { isProxied }),
    })
  }

  /** A present comment may be one that no person could write. */
  #readComment(wanted: string | null | undefined, present: string | undefined, path: string): string | undefined {
    if (wanted === undefined) return present
    const text = wanted?.trim() ?? ''
    if (text === present?.trim()) return present
    if (text.length > domainLimits.comment) this.#problems.push({ path: `${path}.comment`, message: longComment })
    return text
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

/** The values of keys as they were read. */
export function seenValues(
  keys: Iterable<string>,
  present: ReadonlyMap<string, DnsRecordSet> | undefined,
): ReadonlyMap<string, RecordValue | null> {
  return new Map(
    Array.from(keys, (key) => {
      const set = present?.get(key)
      return [key, set === undefined ? null : valueOf(set)]
    }),
  )
}

interface WantedSet {
  readonly key: string
  readonly edit: SetEdit
  readonly path: string
  dataOf(present: readonly string[]): readonly string[]
}

function constant<Value>(value: Value): () => Value {
  return () => value
}

const longComment = {
  en: `Enter at most ${domainLimits.comment} characters.`,
  zh: `请输入不超过 ${domainLimits.comment} 个字符。`,
}
const twice = { en: 'This record set is in the plan twice.', zh: '此记录集在计划中重复出现。' }
