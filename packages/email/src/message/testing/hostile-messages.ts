/** Messages made to break parsers, by a generator with a seed. */

/** A small generator with a seed (Numerical Recipes, 32 bits). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * count)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  bytes(count: number): string {
    return Array.from({ length: count }, () => String.fromCharCode(this.below(256))).join('')
  }
}

/** A hostile message; texts are bytes in Latin-1. */
export interface HostileMessage {
  readonly name: string
  readonly text: string
}

type Maker = (dice: Dice) => string

const ends = ['\r\n', '\n', '\r', '\n\r', '\r\r\n']
const charsets = ['utf-8', 'x-unknown', 'utf-16le', 'gb18030', '', '"', 'iso-2022-jp', 'constructor', 'a'.repeat(5_000)]
const names = [
  '../../etc/passwd',
  String.raw`..\..\boot.ini`,
  'con',
  'NUL.txt',
  'a\0b.exe',
  'invoice\xE2\x80\xAEfdp.exe',
  'page.html',
  'a.tar.gz.exe',
  `${'n'.repeat(400)}.pdf`,
  '=?utf-8?q?=2E=2E/=00x?=',
  '"; filename="b',
  '....',
  ' ',
  '\xFF\xFE.png',
]
const types = [
  'text/plain',
  'text/html',
  'image/png',
  'message/rfc822',
  'multipart/mixed',
  'x',
  '/',
  'a/b/c',
  'application/gzip',
]
const encodings = ['base64', 'quoted-printable', '8bit', 'x-gzip', 'BASE64 (comment)', '"base64"', '7bit; x=y', '']

function header(dice: Dice): string {
  const kind = dice.pick([
    'From',
    'To',
    'Subject',
    'Date',
    'Message-ID',
    'References',
    'Content-Type',
    'X\0',
    ' ',
    ':',
    'From ',
  ])
  const value = dice.pick([
    dice.bytes(40),
    '=?utf-8?b?//79?=',
    `=?${dice.pick(charsets)}?q?=FF=00?=`,
    '<'.repeat(300),
    '"'.repeat(301),
    '('.repeat(300),
    'a@b, '.repeat(50),
    '<a@b>\r\n\t<c@d>',
    '\uD800',
    ':;'.repeat(100),
  ])
  return `${kind}: ${value}`
}

function part(dice: Dice): string {
  const end = dice.pick(ends)
  const lines = [
    `Content-Type: ${dice.pick(types)}; charset=${dice.pick(charsets)}; name="${dice.pick(names)}"; boundary=${dice.pick(['b', 'c', '""', 'b--'])}`,
    `Content-Disposition: ${dice.pick(['attachment', 'inline', '', 'x'])}; filename=${dice.pick(names)}; filename*0*=${dice.pick(["utf-8''%FF%00", "x'%", '%%%', "''"])}`,
    `Content-Transfer-Encoding: ${dice.pick(encodings)}`,
    `Content-ID: ${dice.pick(['<a@b>', '<', '\0', '>><<'])}`,
    '',
    dice.pick([dice.bytes(200), 'QUJD\r\nRA', '====', '=\r\n=3', '<p>a&amp;&#0;&#xD800;<script>x</script>', '--b', '']),
  ]
  return lines.join(end)
}

function nested(dice: Dice): string {
  const depth = 1 + dice.below(80)
  let text = ''
  for (let level = 0; level < depth; level++) {
    const boundary = dice.pick([`b${level}`, 'b', `b${level}--`, 'b b'])
    text += `Content-Type: multipart/${dice.pick(['mixed', 'alternative', 'digest', 'related'])}; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`
  }
  return text + part(dice)
}

const makers: Readonly<Record<string, Maker>> = {
  nested,
  headers: (dice) =>
    `${Array.from({ length: dice.below(60) }, () => header(dice)).join(dice.pick(ends))}\r\n\r\n${dice.bytes(50)}`,
  'many parts': (dice) =>
    `Content-Type: multipart/mixed; boundary=b\n\n${`--b\n${part(dice)}\n`.repeat(dice.pick([3, 499, 500, 10_000]))}--b--`,
  'mixed parts': (dice) =>
    `From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${Array.from({ length: dice.below(12) }, () => `--b${dice.pick(ends)}${part(dice)}`).join(dice.pick(ends))}`,
  'header bomb': (dice) =>
    `${dice.pick(['X', 'Subject', 'To', 'References'])}: ${dice.pick(['a', '<a@b> ', 'a@b.c, ', '=?utf-8?q?a?= ', '"', '(', '\r\n '])}`.padEnd(
      5,
      'x',
    ) + dice.pick(['a', '<a@b> ', '"', ' (', '\r\n ', 'a@b.c, ']).repeat(dice.pick([100, 20_000, 70_000])),
  'many headers': (dice) =>
    `${dice.pick(['a:', 'To: a@b.c', 'Received: x'])}\n`.repeat(dice.pick([10, 3_000, 60_000, 200_000])),
  alternatives: (dice) =>
    `Content-Type: multipart/alternative; boundary=b\r\n\r\n${Array.from({ length: 2 + dice.below(6) }, () => `--b\r\nContent-Type: ${dice.pick(['text/plain', 'text/html'])}\r\n\r\n${dice.bytes(30)}\r\n`).join('')}--b--`,
  garbage: (dice) => dice.bytes(dice.below(4_000)),
  'boundary tricks': (dice) =>
    `Content-Type: multipart/mixed; boundary="${dice.pick(['', ' ', 'b ', '--', 'b'.repeat(300), '=?utf-8?q?b?='])}"; boundary=c\r\n\r\n${dice.pick(['--', '--b', '--c', '---- --', `--${'b'.repeat(300)}`])}\r\n\r\n${part(dice)}`,
  markup: (dice) =>
    `Content-Type: text/html\r\n\r\n${dice.pick(['<', '<!--', '<a "', '&', '&#', '<script>', '<style></styl', '</', '<p title=">', '<svg/'])}`.concat(
      dice.pick(['<', '&amp;', '<b', '"', '>', '&#65;', '</script']).repeat(dice.pick([10, 5_000, 200_000])),
    ),
}

/** `rounds` messages of each kind. */
export function* hostileMessages(seed: number, rounds: number): Generator<HostileMessage> {
  const dice = new Dice(seed)
  for (let round = 0; round < rounds; round++) {
    for (const [name, make] of Object.entries(makers)) yield { name: `${name} ${round}`, text: make(dice) }
  }
}
