import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { ReportError, reportLimits } from './report-limits.ts'

/** Messages of one source that had the same results. */
export interface DmarcRow {
  /** An IP address; empty for the sum of sources beyond the limit. */
  readonly source: string
  readonly messages: number
  readonly disposition: 'none' | 'quarantine' | 'reject'
  /** Whether the result was a pass that is aligned with the domain of From. */
  readonly dkim: boolean
  readonly spf: boolean
  /** The first domain that signed, and that of SPF; untrusted. */
  readonly dkimDomain: string
  readonly spfDomain: string
}

/** An aggregate report of DMARC (RFC 7489, RFC 9990). */
export interface DmarcReport {
  readonly kind: 'dmarc'
  readonly reporter: string
  readonly reportId: string
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly begin: number
  readonly end: number
  /** The policy as the receiver read it. */
  readonly policy: string
  readonly rows: readonly DmarcRow[]
}

/** Characters of a value, and depth of elements. */
const [longestValue, deepest] = [500, 30]
/** Characters that are parsed without letting others run. */
const step = 16_384

/**
 * Reads an aggregate report. A document type is refused, so there are no entities but the five of XML.
 * @throws {ReportError}
 */
export async function readDmarc(xml: Buffer): Promise<DmarcReport> {
  if (xml.length > reportLimits.xml) throw new ReportError('too-large')
  const reader = new DmarcReader()
  const decoder = new TextDecoder('utf-8')
  for (let at = 0; at < xml.length; at += step) {
    const end = Math.min(xml.length, at + step)
    reader.write(decoder.decode(xml.subarray(at, end), { stream: end < xml.length }))
    await setImmediate()
  }
  return reader.finish()
}

interface Record {
  values: Map<string, string>
}

class DmarcReader {
  readonly #parser = new SaxesParser({ position: false })
  readonly #path: string[] = []
  readonly #head = new Map<string, string>()
  readonly #rows = new Map<string, { row: DmarcRow; messages: number }>()
  #record: Record = { values: new Map() }
  #records = 0
  #text = ''

  constructor() {
    const refuse = (): never => {
      throw new ReportError('malformed')
    }
    this.#parser.on('error', refuse)
    this.#parser.on('doctype', refuse)
    this.#parser.on('opentag', ({ name }) => this.#open(name))
    this.#parser.on('text', (text) => {
      if (this.#text.length < longestValue) this.#text += text.slice(0, longestValue)
    })
    this.#parser.on('closetag', () => this.#close())
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  #open(tag: string): void {
    const name = tag.slice(tag.indexOf(':') + 1).slice(0, 40)
    if (this.#path.length === 0 && name !== 'feedback') throw new ReportError('not-a-report')
    if (this.#path.length >= deepest) throw new ReportError('malformed')
    this.#path.push(name)
    this.#text = ''
    if (name === 'record' && this.#path.length === 2) this.#record = { values: new Map() }
  }

  #close(): void {
    const path = this.#path.slice(1).join('/')
    const value = this.#text.trim().slice(0, longestValue)
    this.#text = ''
    this.#path.pop()
    if (path === 'record') this.#addRecord()
    else if (value === '') return
    else if (path.startsWith('record/')) {
      const { values } = this.#record
      if (!values.has(path)) values.set(path, value)
    } else if (!this.#head.has(path)) this.#head.set(path, value)
  }

  #addRecord(): void {
    this.#records += 1
    if (this.#records > reportLimits.records) throw new ReportError('too-large')
    const messages = countOf(this.#value('row/count'))
    if (messages === 0) return
    const own = this.#row()
    const isOver = this.#rows.size >= reportLimits.rows && !this.#rows.has(JSON.stringify(own))
    const row = isOver ? { ...own, source: '', dkimDomain: '', spfDomain: '' } : own
    const key = JSON.stringify(row)
    const known = this.#rows.get(key)
    if (known === undefined) this.#rows.set(key, { row, messages })
    else known.messages += messages
  }

  #row(): DmarcRow {
    const disposition = this.#value('row/policy_evaluated/disposition').toLowerCase()
    return {
      source: this.#value('row/source_ip').slice(0, 45),
      messages: 0,
      disposition: disposition === 'reject' || disposition === 'quarantine' ? disposition : 'none',
      dkim: this.#value('row/policy_evaluated/dkim').toLowerCase() === 'pass',
      spf: this.#value('row/policy_evaluated/spf').toLowerCase() === 'pass',
      dkimDomain: this.#value('auth_results/dkim/domain').slice(0, 253).toLowerCase(),
      spfDomain: this.#value('auth_results/spf/domain').slice(0, 253).toLowerCase(),
    }
  }

  #value(path: string): string {
    return this.#record.values.get(`record/${path}`) ?? ''
  }

  finish(): DmarcReport {
    this.#parser.close()
    const head = (path: string): string => this.#head.get(path) ?? ''
    const domain = head('policy_published/domain').toLowerCase().replace(/\.$/, '').slice(0, 253)
    const [begin, end] = [
      secondsOf(head('report_metadata/date_range/begin')),
      secondsOf(head('report_metadata/date_range/end')),
    ]
    if (domain === '' || begin === undefined || end === undefined) throw new ReportError('malformed')
    return {
      kind: 'dmarc',
      reporter: head('report_metadata/org_name').slice(0, 200),
      reportId: head('report_metadata/report_id').slice(0, 255),
      domain,
      begin,
      end,
      policy: head('policy_published/p').toLowerCase().slice(0, 20),
      rows: [...this.#rows.values()].map(({ row, messages }) => ({ ...row, messages: Math.min(messages, 1e12) })),
    }
  }
}

function countOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** A moment in seconds since 1970, within the years 2000 to 2100. */
function secondsOf(text: string): number | undefined {
  const seconds = /^\d{9,10}$/.test(text) ? Number(text) : 0
  return seconds > 946_684_800 && seconds < 4_102_444_800 ? seconds * 1_000 : undefined
}
