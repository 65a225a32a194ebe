import { DnsError } from '../dns-error.ts'
import { quoteBytes, unescapeBytes } from '../escapes.ts'
import type { TextReader } from '../text-reader.ts'
import type { Field } from './field.ts'
import { mandatoryCodes, serviceKey, serviceKeyCode, serviceKeyName } from './service-keys.ts'

/** A parameter of an SVCB or HTTPS record: the code of its key, and its bytes. */
export interface ServiceParameter {
  readonly key: number
  readonly value: Uint8Array
}

/** Parameters by key, each once. Text may have them in any order; the wire may not (RFC 9460 section 2.2). */
export const serviceParameters: Field<readonly ServiceParameter[]> = {
  parse(text) {
    const parameters: ServiceParameter[] = []
    while (!text.isAtEnd) parameters.push(parseParameter(text, text.word()))
    parameters.sort((one, other) => one.key - other.key)
    const problem = problemOf(parameters)
    return problem === undefined ? parameters : text.fail(problem)
  },
  print: (parameters) => parameters.map(printParameter).join(' '),
  read(wire) {
    const parameters: ServiceParameter[] = []
    while (wire.remaining > 0) parameters.push({ key: wire.uint16(), value: wire.take(wire.uint16()) })
    const problem = problemOf(parameters)
    return problem === undefined ? parameters : wire.fail(problem)
  },
  write(wire, parameters) {
    const problem = problemOf(parameters)
    if (problem !== undefined) throw new DnsError('invalid_data', problem)
    for (const { key, value } of parameters) {
      wire.uint16(key)
      wire.uint16(value.length)
      wire.write(value)
    }
  },
}

function parseParameter(text: TextReader, word: string): ServiceParameter {
  const equals = word.indexOf('=')
  const name = equals === -1 ? word : word.slice(0, equals)
  const key = serviceKeyCode(name)
  if (key === undefined) return text.fail(`${JSON.stringify(name)} is not a key of parameters.`)
  const value = unquoted(equals === -1 ? '' : word.slice(equals + 1))
  const bytes = value === undefined ? undefined : parseValue({ key, name, value })
  return bytes === undefined ? text.fail(`The value of ${name} is not valid.`) : { key, value: bytes }
}

/** `key1=` takes the bytes of `alpn` as they are. */
function parseValue({ key, name, value }: { key: number; name: string; value: string }): Uint8Array | undefined {
  const known = serviceKey(key)
  if (known === undefined || known.name !== name) return unescapeBytes(value)
  try {
    return known.parse(value)
  } catch (error) {
    if (error instanceof DnsError) return undefined
    throw error
  }
}

/** A value is quoted whole or not at all. */
function unquoted(value: string): string | undefined {
  const isQuoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"')
  const inner = isQuoted ? value.slice(1, -1) : value
  return /(?<!\\)(?:\\\\)*"/.test(inner) ? undefined : inner
}

function printParameter({ key, value }: ServiceParameter): string {
  const known = serviceKey(key)
  const text = known === undefined ? quoteBytes(value) : (known.print(value) ?? '')
  return value.length === 0 ? serviceKeyName(key) : `${serviceKeyName(key)}=${text}`
}

/** A sentence on what is wrong with sorted parameters, together or one by one. */
function problemOf(parameters: readonly ServiceParameter[]): string | undefined {
  for (const [index, { key, value }] of parameters.entries()) {
    const before = parameters[index - 1]?.key ?? -1
    if (key === before) return `The parameter ${serviceKeyName(key)} is there twice.`
    if (key < before) return 'The parameters are not sorted by their keys.'
    if (key === 0xffff) return 'The key 65535 is reserved.'
    const known = serviceKey(key)
    if (known !== undefined && known.print(value) === undefined) return `The value of ${known.name} is not valid.`
  }
  return missingOf(parameters)
}

/** Parameters that others ask for: those that `mandatory` lists, and `alpn` beside `no-default-alpn` (RFC 9460 section 2.4.3). */
function missingOf(parameters: readonly ServiceParameter[]): string | undefined {
  const present = new Set(parameters.map(({ key }) => key))
  if (present.has(2) && !present.has(1)) return 'The parameter no-default-alpn needs alpn.'
  const listed = parameters[0]?.key === 0 ? mandatoryCodes(parameters[0].value) : []
  const missing = listed.find((key) => !present.has(key))
  return missing === undefined ? undefined : `The parameter ${serviceKeyName(missing)} is mandatory, but missing.`
}
