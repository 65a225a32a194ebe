import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import {
  Problem,
  type DnsAccount,
  type DnsCallOptions,
  type DnsCapabilities,
  type DnsProviderZone,
  type DnsRecordKey,
  type DnsRecordSet,
  type DnsZoneRecords,
  type ErrorCode,
} from '@host/plugin'
import type { DnsProviderTestOptions } from './dns-provider-test-options.ts'
import { isSameRecordSet, recordKey } from './same-record-set.ts'

/** Milliseconds for one call; the contract has 25 s. */
const callTime = 30_000

/** An account of the provider under test, with a zone that is as before when a rule was checked. */
export class DnsProviderLab {
  readonly options: DnsProviderTestOptions
  readonly account: DnsAccount
  readonly zone: DnsProviderZone
  readonly #run = `host-test-${randomBytes(4).toString('hex')}`
  #names = 0
  /** Changed record sets, as they were before. */
  readonly #changed = new Map<string, DnsRecordKey & { readonly before: DnsRecordSet | null }>()

  private constructor(options: DnsProviderTestOptions, account: DnsAccount, zone: DnsProviderZone) {
    this.options = options
    this.account = account
    this.zone = zone
  }

  /** @throws AssertionError when the account doesn't hold the zone */
  static async open(options: DnsProviderTestOptions): Promise<DnsProviderLab> {
    const account = options.provider.open(options.settings)
    const zones = await account.zones(callOptions())
    const zone = zones.find(({ name }) => name === options.zone)
    assert.ok(zone, `The account doesn't hold the zone ${options.zone}. Its zones: ${inspect(zones)}`)
    return new DnsProviderLab(options, account, zone)
  }

  get capabilities(): DnsCapabilities {
    return this.options.provider.capabilities
  }

  /** An account whose credential is refused. */
  get wrongAccount(): DnsAccount {
    return this.options.provider.open({ ...this.options.settings, ...this.options.wrong })
  }

  get unknownZone(): DnsProviderZone {
    return this.options.unknownZone ?? { id: 'unknown', name: `${this.#run}.example` }
  }

  has(type: string): boolean {
    const { types } = this.capabilities
    return types === '*' || types.includes(type)
  }

  /** A name that no other call returns. */
  name(prefix?: string): string {
    this.#names += 1
    const name = `n${this.#names}.${this.#run}.${this.zone.name}`
    return prefix === undefined ? name : `${prefix}.${name}`
  }

  /** A record set with a new name; by default a text, which every provider stores. */
  record(parts: Partial<DnsRecordSet> = {}): DnsRecordSet {
    return { name: parts.name ?? this.name(), type: 'TXT', ttl: this.ttl(300), data: ['"one"'], ...parts }
  }

  /** The TTL, or the nearest one that the provider has. */
  ttl(seconds: number): number {
    const { min, max } = this.capabilities.ttl
    return Math.min(Math.max(seconds, min), max)
  }

  /** Writes a change. At least one side is a record set. */
  async write(before: DnsRecordSet | null, after: DnsRecordSet | null, call = callOptions()): Promise<void> {
    const key = after ?? before
    assert.ok(key)
    const { name, type } = key
    if (!this.#changed.has(recordKey(key)) && name.endsWith(this.zone.name)) {
      this.#changed.set(recordKey(key), { name, type, before: null })
    }
    await this.account.write(this.zone, { name, type, before, after }, call)
  }

  /** Puts a record set of the zone back as it is now, when the rule was checked. */
  async remember(key: DnsRecordKey): Promise<DnsRecordSet | null> {
    const before = await this.read(key)
    this.#changed.set(recordKey(key), { name: key.name, type: key.type, before })
    return before
  }

  /** Creates a record set, and asserts that it is read as it was written. */
  async create(record: DnsRecordSet): Promise<void> {
    await this.write(null, record)
    await this.expect(record, record)
  }

  async read({ name, type }: DnsRecordKey): Promise<DnsRecordSet | null> {
    const { sets: found } = await this.account.records(this.zone, { ...callOptions(), keys: [{ name, type }] })
    assert.ok(found.length <= 1, `One key has several record sets: ${inspect(found)}`)
    return found[0] ?? null
  }

  async readAll(): Promise<DnsZoneRecords> {
    return await this.account.records(this.zone, callOptions())
  }

  /** Asserts the record set of a key. */
  async expect(key: DnsRecordKey, expected: DnsRecordSet | null): Promise<void> {
    assertSame(await this.read(key), expected)
  }

  /** Asserts that a call throws a Problem with one of the codes. */
  async refuses(call: Promise<unknown>, ...codes: readonly ErrorCode[]): Promise<Problem> {
    const error = await failureOf(call)
    assert.ok(error instanceof Problem, `Expected a Problem ${codes.join(' or ')}, got ${inspect(error)}`)
    assert.ok(
      codes.includes(error.code),
      `Expected a Problem ${codes.join(' or ')}, got ${error.code}: ${error.message}`,
    )
    return error
  }

  /** Deletes what was created, and sets back what was changed. @returns the keys that could not be */
  async cleanUp(): Promise<readonly string[]> {
    const left: string[] = []
    for (const [text, { before, ...key }] of [...this.#changed].toReversed()) {
      try {
        const present = await this.read(key)
        if (!isSameRecordSet(present, before)) await this.write(present, before)
      } catch {
        left.push(text)
      }
    }
    this.#changed.clear()
    return left
  }
}

/** Options of one call. */
export function callOptions(): DnsCallOptions {
  return { signal: AbortSignal.timeout(callTime) }
}

/** The error of a call, or undefined. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return undefined
  } catch (error) {
    return error
  }
}

export function assertSame(found: DnsRecordSet | null, expected: DnsRecordSet | null): void {
  assert.ok(isSameRecordSet(found, expected), `Expected ${inspect(expected)}, found ${inspect(found)}`)
}
