import { rawEmail } from './mail-lab.ts'

/** A raw email with a file. */
export function mailWithFile(
  file: { readonly name: string; readonly type?: string; readonly content: Uint8Array | string },
  headers: Readonly<Record<string, string>> = {},
): string {
  const { name, type = 'application/gzip', content } = file
  const base64 = Buffer.from(content).toString('base64')
  const lines = base64.match(/.{1,76}/g) ?? []
  return rawEmail(
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b', ...headers },
    [
      '--b',
      'Content-Type: text/plain',
      '',
      'A report.',
      '--b',
      `Content-Type: ${type}; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      ...lines,
      '--b--',
      '',
    ].join('\r\n'),
  )
}
