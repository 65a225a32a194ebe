import { randomBytes } from 'node:crypto'

/** Emails that try to break what reads them, by what is wrong with them. */
export function hostileEmails(): ReadonlyMap<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ['nothing but a line break', '\r\n'],
    ['no header', 'just text'],
    ['random bytes', randomBytes(50_000)],
    ['a header of NUL', 'Subject: a\u0000b\r\nFrom: x\u0000@y.example\r\n\r\nte\u0000xt'],
    ['lone surrogates by charset', 'Content-Type: text/plain; charset=utf-16le\r\n\r\n\u00d8\u00d8\u00d8'],
    ['an unknown charset', 'Content-Type: text/plain; charset=klingon\r\n\r\n\u00ff\u00fe'],
    ['a header of a megabyte', `Subject: ${'a'.repeat(1_000_000)}\r\n\r\ntext`],
    ['a block of headers over the limit', `${'X-A: b\r\n'.repeat(60_000)}\r\ntext`],
    ['thousands of recipients', `To: ${'a@b.example, '.repeat(5_000)}\r\n\r\ntext`],
    ['a Message-ID of a kilobyte', `Message-ID: <${'é'.repeat(990)}@x>\r\n\r\ntext`],
    ['deep nesting', deep(80)],
    ['too many parts', multipart(Array.from({ length: 700 }, () => 'Content-Type: text/plain\r\n\r\na'))],
    [
      'a boundary that never ends',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png\r\n\r\nAAAA',
    ],
    ['broken base64', 'Content-Transfer-Encoding: base64\r\n\r\n@@@=A=B=='],
    ['a long subject of emoji', `Subject: ${'😀'.repeat(600)}\r\n\r\n${'😀'.repeat(150_000)}`],
    [
      'a script in everything',
      `Subject: <script>\r\nFrom: "<script>" <a@b.example>\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>`,
    ],
    ['attachments with hostile names', multipart(hostileNames.map(named))],
    ['an attachment that calls itself HTML', multipart([named('page.html')])],
    ['injected headers', `Subject: a\r\n b: c\r\nBcc: evil@x.example\nSubject: second\r\r\n\r\ntext`],
    ['a date far away', 'Date: Sat, 01 Jan 275761 00:00:00 +0000\r\n\r\ntext'],
  ])
}

export const hostileNames = [
  '../../etc/passwd',
  '..\\..\\windows\\system32\\evil.exe',
  'a\u202Egpj.exe',
  'CON.txt',
  '.htaccess',
  'a\u0000.png',
  'x'.repeat(2_000),
  '"><img src=x onerror=alert(1)>.html',
]

function named(name: string): string {
  const encoded = `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`
  return `Content-Type: text/html; name="${encoded}"\r\nContent-Disposition: attachment; filename="${encoded}"\r\n\r\n<script>alert(1)</script>`
}

function multipart(parts: readonly string[]): string {
  return `Subject: parts\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
}

function deep(levels: number): string {
  const open = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  )
  return `Subject: deep\r\n${open.join('')}Content-Type: text/plain\r\n\r\nbottom`
}
