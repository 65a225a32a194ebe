import type { LaterFailure } from '../bounces/record-failure.ts'

/** What a mail service reports about one address. */
export interface ProviderFailure extends Pick<LaterFailure, 'kind' | 'reply' | 'address'> {
  /** The envelope sender of the message as the service states it; an empty text where it doesn't. */
  readonly envelopeFrom: string
}

/** A report of a mail service whose sender was checked. */
export interface ProviderReport {
  /** Known again by this. */
  readonly id: string
  readonly failures: readonly ProviderFailure[]
}

/** Addresses of one report. */
export const mostFailures = 100

/** The fields of a JSON object; none for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

export function textOf(value: unknown, most = 1_000): string {
  return typeof value === 'string' ? value.slice(0, most) : ''
}

export function listOfFields(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.slice(0, mostFailures).map(fieldsOf) : []
}

/** Undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
