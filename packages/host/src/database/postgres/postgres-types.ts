/** How values of PostgreSQL become those that SQLite gives for the same column. */

const oids = {
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  json: 114,
  float4: 700,
  float8: 701,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
  bool: 16,
}

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [oids.bool, (text) => text === 't'],
  [oids.bytea, (text) => Uint8Array.fromHex(text.slice(2))],
  [oids.int2, Number],
  [oids.int4, Number],
  [oids.int8, parseNumber],
  [oids.float4, Number],
  [oids.float8, Number],
  [oids.numeric, parseNumber],
  [oids.json, (text) => JSON.parse(text) as unknown],
  [oids.jsonb, (text) => JSON.parse(text) as unknown],
  [oids.timestamptz, parseTime],
])

/** The parser of a type; any other type is text. */
export function parserOf(oid: number): (text: string) => unknown {
  return parsers.get(oid) ?? asText
}

function asText(text: string): string {
  return text
}

/** A whole number beyond 2^53, a sum perhaps, is a bigint. */
function parseNumber(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text)
}

/** `2026-01-31 08:15:00.5+00` as `2026-01-31T08:15:00.500Z`; the session's zone is UTC. */
function parseTime(text: string): string {
  const seconds = text.slice(11, -3)
  const dot = seconds.indexOf('.')
  const fraction = dot === -1 ? '' : seconds.slice(dot + 1, dot + 4)
  return `${text.slice(0, 10)}T${dot === -1 ? seconds : seconds.slice(0, dot)}.${fraction.padEnd(3, '0')}Z`
}
