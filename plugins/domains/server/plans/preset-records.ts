/** Record sets of presets. A TXT record set keeps its other texts; only those that a preset replaces go. */
import { normalizeHostName, Problem, type Wording } from '@host/plugin'
import type { Preset } from '../../shared.ts'
import { readRecordName } from '../records/record-names.ts'
import { quoted } from '../records/record-set.ts'
import type { SetEdit } from './read-edits.ts'
import { spfText } from './spf.ts'

type MailPreset = Extract<Preset, { preset: 'mail' }>

/** A record set of a preset. */
export interface PresetEdit extends SetEdit {
  /** The field of the preset that it stands for. */
  readonly field: string
}

/**
 * The record sets of a preset.
 * @param zone its name in the form of record sets
 * @throws Problem `invalid_input`; DnsError for a wrong name
 */
export function presetRecords(zone: string, preset: Preset): readonly PresetEdit[] {
  const name = readRecordName(preset.name ?? '@', zone)
  if (preset.preset === 'mail') return mailRecords(name, preset)
  if (preset.preset === 'verification') return [textRecord(name, { textOf: () => preset.value, field: 'value' })]
  return [{ name: `${name}.`, type: 'CNAME', data: [hostOf(preset.target, 'records.target')], field: 'target' }]
}

function mailRecords(name: string, preset: MailPreset): readonly PresetEdit[] {
  const { exchanges, dmarc, dkim = [], mtaSts, tlsReports } = preset
  const hosts = exchanges.map(
    ({ host, priority }, place) => `${priority} ${hostOf(host, `records.exchanges.${place}.host`)}`,
  )
  const text = (label: string, { field, tag }: { readonly field: string; readonly tag: string }, value: string) =>
    textRecord(`${label}.${name}`, { textOf: () => value, tag, field })
  return [
    { name: `${name}.`, type: 'MX', data: hosts, field: 'exchanges.0.host' },
    textRecord(name, { textOf: (present) => spfText(present, preset.senders ?? []), tag: 'v=spf1', field: 'senders' }),
    ...(dmarc === undefined ? [] : [text('_dmarc', { tag: 'v=DMARC1', field: 'dmarc.reports' }, dmarcText(dmarc))]),
    ...dkim.map(({ selector, key, algorithm = 'rsa' }, place) =>
      text(
        `${selectorOf(selector, place)}._domainkey`,
        { tag: 'v=DKIM1', field: `dkim.${place}.selector` },
        `v=DKIM1; k=${algorithm}; p=${keyOf(key, place)}`,
      ),
    ),
    ...(mtaSts === undefined
      ? []
      : [text('_mta-sts', { tag: 'v=STSv1', field: 'mtaSts.id' }, `v=STSv1; id=${mtaSts.id};`)]),
    ...(tlsReports === undefined
      ? []
      : [
          text(
            '_smtp._tls',
            { tag: 'v=TLSRPTv1', field: 'tlsReports' },
            `v=TLSRPTv1; rua=mailto:${addressOf(tlsReports, 'records.tlsReports')}`,
          ),
        ]),
  ]
}

function dmarcText({ policy, reports }: NonNullable<MailPreset['dmarc']>): string {
  const rua = reports === undefined ? '' : `; rua=mailto:${addressOf(reports, 'records.dmarc.reports')}`
  return `v=DMARC1; p=${policy}${rua}`
}

interface NewText {
  /** @param present the TXT records at its name, in quotes */
  textOf(present: readonly string[]): string
  /** Texts that begin with it are replaced. */
  readonly tag?: string
  readonly field: string
}

function textRecord(name: string, { textOf, tag, field }: NewText): PresetEdit {
  const data = (present: readonly string[]): readonly string[] => {
    const kept = present.filter((each) => tag === undefined || !beginsWith(each, tag))
    return [...new Set([...kept, quoted(textOf(present))])]
  }
  return { name: `${name}.`, type: 'TXT', data, field }
}

function beginsWith(record: string, tag: string): boolean {
  return record.toLowerCase().startsWith(`"${tag.toLowerCase()}`)
}

/** A host name as a record has it. */
function hostOf(text: string, path: string): string {
  const host = normalizeHostName(text)
  if (host === undefined || !host.includes('.')) throw invalid(path, texts.host)
  return `${host}.`
}

function selectorOf(text: string, place: number): string {
  if (/^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i.test(text) && !text.includes('..')) return text
  throw invalid(`records.dkim.${place}.selector`, texts.selector)
}

function keyOf(text: string, place: number): string {
  const key = text.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return key
  throw invalid(`records.dkim.${place}.key`, texts.key)
}

function addressOf(text: string, path: string): string {
  if (/^[^\s@,;!?"\\]+@[^\s@,;!?"\\]+$/.test(text)) return text
  throw invalid(path, texts.address)
}

/** @throws Problem `invalid_input` */
function invalid(path: string, message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}

const texts = {
  host: { en: 'Enter a host name, such as mail.example.com.', zh: '请输入主机名，例如 mail.example.com。' },
  selector: { en: 'Use letters, digits, hyphens, and dots.', zh: '请使用字母、数字、连字符与点号。' },
  key: { en: 'Enter the public key in base 64.', zh: '请输入 Base64 编码的公钥。' },
  address: { en: 'Enter an email address.', zh: '请输入电子邮件地址。' },
}
