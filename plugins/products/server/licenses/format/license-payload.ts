/**
 * The signed part of a license key: canonical JSON, so that each license has exactly one text. Names are sorted, numbers are
 * whole, and nothing separates the parts but commas and colons.
 */
import { fingerprintPolicies, type FingerprintPolicy } from '../../../shared.ts'

const most = { id: 40, product: 40, key: 20, entitlements: 20, limits: 10, name: 40, part: 421 } as const

/** A license as its key states it. Times are seconds since 1970. */
export interface LicensePayload {
  /** Sorted, each once. */
  readonly entitlements: readonly string[]
  readonly expires: number | null
  readonly fingerprint: FingerprintPolicy
  readonly id: string
  readonly issued: number
  /** The ID of the key that signed it. */
  readonly key: string
  readonly limits: Readonly<Record<string, number>>
  readonly product: string
}

const fields = ['entitlements', 'expires', 'fingerprint', 'id', 'issued', 'key', 'limits', 'product'] as const
const idShape = /^[a-z0-9_]+$/
const nameShape = /^[a-z0-9][a-z0-9._-]*$/
const partShape = /^[A-Za-z0-9_-]+$/

/** The part of a key, in base64url. @throws RangeError for a payload that no key can have */
export function writePayload(payload: LicensePayload): string {
  const part = Buffer.from(canonical(payload)).toString('base64url')
  if (readPayload(part) === undefined) throw new RangeError('The license does not fit into a key')
  return part
}

/** Reads the part of a key; undefined for any other text than the one that `writePayload` makes. */
export function readPayload(part: string): LicensePayload | undefined {
  if (part.length > most.part || !partShape.test(part)) return undefined
  const bytes = Buffer.from(part, 'base64url')
  // Unused bits of the last character would give one license several keys.
  if (bytes.toString('base64url') !== part) return undefined
  const text = bytes.toString('utf8')
  const value = parsed(text)
  return isPayload(value) && canonical(value) === text ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function canonical(payload: LicensePayload): string {
  const limits = Object.fromEntries(Object.entries(payload.limits).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify(
    Object.fromEntries(fields.map((field) => [field, field === 'limits' ? limits : payload[field]])),
  )
}

function isPayload(value: unknown): value is LicensePayload {
  if (!isRecord(value) || Object.keys(value).length !== fields.length) return false
  const { entitlements, expires, fingerprint, id, issued, key, limits, product } = value
  return (
    isId(id, most.id) &&
    isId(product, most.product) &&
    isId(key, most.key) &&
    isCount(issued) &&
    (expires === null || isCount(expires)) &&
    fingerprintPolicies.some((policy) => policy === fingerprint) &&
    areEntitlements(entitlements) &&
    areLimits(limits)
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest && idShape.test(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0) && Number(value) >= 0
}

/** Whether a text names an entitlement or a limit. */
export function isLicenseName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= most.name && nameShape.test(value)
}

function areEntitlements(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > most.entitlements) return false
  const names: readonly unknown[] = value
  return names.every((name, index) => isLicenseName(name) && (index === 0 || String(names[index - 1]) < name))
}

function areLimits(value: unknown): boolean {
  if (!isRecord(value)) return false
  const entries = Object.entries(value)
  // The order of names that look like numbers is not the sorted one.
  return entries.length <= most.limits && entries.every(([name, limit]) => isLimitName(name) && isCount(limit))
}

/** Whether a text names a limit: as entitlements, but not a number. */
export function isLimitName(value: unknown): value is string {
  return isLicenseName(value) && /^[a-z]/.test(value)
}
