import { domainToASCII } from 'node:url'
import { DnsError, normalizeData, normalizeName, readTsigKey, tsigAlgorithms, type TsigKey } from '@host/dns'
import type { DnsAccountField, Wording } from '@host/plugin'
import { invalidField } from '../provider-problems.ts'

/** An account at a name server. */
export interface Rfc2136Settings {
  readonly address: string
  readonly port: number
  readonly tsig: TsigKey
  /** Names of zones, without a dot at the end. */
  readonly zones: readonly string[]
}

const dnsPort = 53
const mostZones = 100

/** Fields of the form. RFC 2136 has no list of zones, so their names are one of them. */
export const rfc2136Fields: readonly DnsAccountField[] = [
  {
    name: 'server',
    label: { en: 'Server address', zh: '服务器地址' },
    hint: { en: 'IP address of the primary server, with an optional port', zh: '主服务器的 IP 地址，可附带端口' },
    max: 60,
  },
  {
    name: 'zones',
    label: { en: 'Zones', zh: '区域' },
    hint: { en: 'Names separated by commas', zh: '以逗号分隔的名称' },
    max: 4_000,
  },
  {
    name: 'key_name',
    label: { en: 'TSIG key name', zh: 'TSIG 密钥名称' },
    hint: { en: 'The key needs updates and zone transfers', zh: '该密钥须允许更新和区域传送' },
    max: 255,
  },
  {
    name: 'algorithm',
    label: { en: 'Algorithm', zh: '算法' },
    options: Object.keys(tsigAlgorithms),
  },
  { name: 'secret', label: { en: 'TSIG secret', zh: 'TSIG 密钥' }, isSecret: true, max: 2_048 },
]

/** Reads the fields. @throws Problem `invalid_input` naming one */
export function readSettings(fields: Readonly<Record<string, string>>): Rfc2136Settings {
  const { server = '', zones = '', key_name: name = '', algorithm = '', secret = '' } = fields
  return { ...readServer(server.trim()), tsig: readKey({ name, algorithm, secret }), zones: readZones(zones) }
}

// bounded: the field has at most 60 characters.
const withPort = /^(?:\[(?<six>[^\]]+)\]|(?<four>[\d.]+))(?::(?<port>\d{1,5}))?$/

function readServer(text: string): Pick<Rfc2136Settings, 'address' | 'port'> {
  const { six, four, port = String(dnsPort) } = withPort.exec(text)?.groups ?? {}
  const address = readAddress(six ?? four ?? text)
  const number = Number(port)
  if (address === undefined || number < 1 || number > 65_535) throw invalidField('server', texts.server)
  return { address, port: number }
}

/** The address in its normal form, which has no scope. */
function readAddress(text: string): string | undefined {
  try {
    return normalizeData(text.includes(':') ? 'AAAA' : 'A', text)
  } catch (error) {
    if (error instanceof DnsError) return undefined
    throw error
  }
}

function readKey(key: { readonly name: string; readonly algorithm: string; readonly secret: string }): TsigKey {
  try {
    return readTsigKey(key)
  } catch (error) {
    if (!(error instanceof DnsError)) throw error
    if (error.field === 'algorithm') throw invalidField('algorithm', texts.algorithm)
    throw error.field === 'name' ? invalidField('key_name', texts.key) : invalidField('secret', texts.secret)
  }
}

function readZones(text: string): readonly string[] {
  const zones = new Set(
    text
      .split(/[,\s]+/)
      .filter((each) => each !== '')
      .map(readZone),
  )
  if (zones.size === 0 || zones.size > mostZones) throw invalidField('zones', texts.zones)
  return [...zones]
}

function readZone(text: string): string {
  // Node refuses the slash of a zone such as 0/25.2.0.192.in-addr.arpa.
  const ascii = /^[\u0021-\u007e]+$/.test(text) ? text.toLowerCase() : domainToASCII(text)
  try {
    if (ascii === '' || ascii === '.') throw invalidField('zones', texts.zone)
    return normalizeName(ascii.endsWith('.') ? ascii : `${ascii}.`).slice(0, -1)
  } catch (error) {
    throw error instanceof DnsError ? invalidField('zones', texts.zone) : error
  }
}

const texts = {
  server: {
    en: 'Enter an IP address such as 192.0.2.53 or [2001:db8::53]:53.',
    zh: '请输入 IP 地址，例如 192.0.2.53 或 [2001:db8::53]:53。',
  },
  algorithm: { en: 'Choose HMAC-SHA256, SHA384 or SHA512.', zh: '请选择 HMAC-SHA256、SHA384 或 SHA512。' },
  key: { en: 'Enter the name of the key as the server has it.', zh: '请输入服务器上该密钥的名称。' },
  secret: { en: 'Enter the secret in Base64, as the server has it.', zh: '请输入服务器上该密钥的 Base64 内容。' },
  zones: { en: 'Enter 1 to 100 zone names.', zh: '请输入 1 至 100 个区域名称。' },
  zone: { en: 'A zone name is invalid.', zh: '区域名称无效。' },
} as const satisfies Readonly<Record<string, Wording>>
