import type { OtlpAttributes } from './otlp-attributes.ts'
import type { ProtoWriter } from './proto-writer.ts'

/** Writes attributes as a repeated field. */
export function writePairs(writer: ProtoWriter, field: number, attributes: OtlpAttributes): void {
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined) continue
    writer.message(field, () => {
      writer.string(1, key)
      writer.message(2, () => writeValue(writer, value))
    })
  }
}

function writeValue(writer: ProtoWriter, value: OtlpAttributes[string]): void {
  if (typeof value === 'string') writer.string(1, value)
  else if (typeof value === 'boolean') writer.signed(2, Number(value))
  else if (Number.isSafeInteger(value)) writer.signed(3, value)
  else writer.double(4, value)
}
