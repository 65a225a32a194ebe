import type { TextReader } from '../text-reader.ts'
import type { WireReader } from '../wire/wire-reader.ts'
import type { WireWriter } from '../wire/wire-writer.ts'

/** A kind of field: how its value is written in text and on the wire. Each function throws a `DnsError`. */
export interface Field<Value> {
  parse(text: TextReader): Value
  print(value: Value): string
  read(wire: WireReader): Value
  write(wire: WireWriter, value: Value): void
}
