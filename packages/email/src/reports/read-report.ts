import type { Attachment } from '../message/body.ts'
import type { ParsedMessage } from '../message/parse-message.ts'
import { readDmarc, type DmarcReport } from './read-dmarc.ts'
import { readTls, type TlsReport } from './read-tls.ts'
import { ReportError } from './report-limits.ts'
import { unpack } from './unpack.ts'

const reportTypes = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/xml',
  'text/xml',
  'application/tlsrpt+gzip',
  'application/tlsrpt+json',
])
const reportNames = /\.(?:xml|xml\.gz|xml\.zip|zip|json|json\.gz)$/i

/** Attachments of a message that may be reports; three at most. */
export function reportFiles({ attachments }: Pick<ParsedMessage, 'attachments'>): readonly Attachment[] {
  return attachments.filter(({ type, name }) => reportTypes.has(type) || reportNames.test(name)).slice(0, 3)
}

/** Whether the name of a report's file or the type of its message says that it is one. */
export function namesReport({ name, type }: Pick<Attachment, 'name' | 'type'>): boolean {
  // `receiver!domain!begin!end.xml`, with more fields and in a container.
  return type.startsWith('application/tlsrpt+') || /^[^!]{1,253}![^!]{1,253}!\d{9,10}!\d{9,10}/.test(name)
}

/** Reads a file as a report of DMARC or TLS. @throws {ReportError} */
export async function readReport(bytes: Uint8Array): Promise<DmarcReport | TlsReport> {
  const file = await unpack(bytes)
  const first = file
    .toString('latin1', 0, 64)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (first.startsWith('<')) return await readDmarc(withoutMark(file))
  if (first.startsWith('{')) return readTls(withoutMark(file))
  throw new ReportError('not-a-report')
}

function withoutMark(file: Buffer): Buffer {
  return file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file
}
