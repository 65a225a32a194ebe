import type { OtlpAttributes } from './otlp-attributes.ts'

/** Attributes as OTLP has them in JSON. */
export function jsonPairs(attributes: OtlpAttributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))
}

function valueOf(value: OtlpAttributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
