import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessage, type Message } from '../index.ts'
import {
  answerTo,
  ask,
  linesOf,
  plainQuery,
  queryFor,
  servedZoneFile,
  servedZones,
} from '../testing/served-zone-file.ts'
import { aliasEntry } from '../zone/alias-entry.ts'

const zone = servedZoneFile(
  'example.com.',
  `$TTL 300
@ 900 IN SOA ns1 admin 2026010101 3600 600 86400 600
@ NS ns1
@ NS ns.other.net.
@ MX 10 mail
@ MX 20 mail.other.net.
ns1 A 192.0.2.1
ns1 AAAA 2001:db8::1
www CNAME web.Sub
web.sub A 192.0.2.2
away CNAME host.other.net.
gone CNAME missing
nodata CNAME ns1
into CNAME host.cut
c1 CNAME c2
c2 CNAME c3
c3 CNAME c4
c4 CNAME c5
c5 CNAME c6
c6 CNAME c7
c7 CNAME c8
c8 CNAME c9
c9 CNAME ns1
loop1 CNAME loop2
loop2 CNAME loop1
self CNAME self
cut NS ns.cut
cut NS ns1
cut NS ns.other.net.
cut DS 12345 13 2 ${'ab'.repeat(32)}
ns.cut A 192.0.2.3
deep.cut NS ns.cut
plain NS ns.other.net.
odd TYPE65400 \\# 3 abcdef
big TXT ${Array.from({ length: 6 }, (_, index) => `"${index}${'x'.repeat(240)}"`).join(' ')}
`,
)
const zones = servedZones(zone)
const soa = 'example.com. 600 SOA ns1.example.com. admin.example.com. 2026010101 3600 600 86400 600'

function shown({ rcode, isAuthoritative, answers, authorities, additionals }: Message): object {
  return {
    rcode,
    isAuthoritative,
    answers: linesOf(answers),
    authorities: linesOf(authorities),
    additionals: linesOf(additionals),
  }
}

const positive = { rcode: 0, isAuthoritative: true, authorities: [], additionals: [] }

test('an answer has the records and nothing else', () => {
  assert.deepEqual(shown(ask(zones, ['example.com.', 'MX'])), {
    ...positive,
    answers: ['example.com. 300 MX 10 mail.example.com.', 'example.com. 300 MX 20 mail.other.net.'],
  })
  assert.deepEqual(linesOf(ask(zones, ['odd.example.com.', 'TYPE65400']).answers), [
    'odd.example.com. 300 TYPE65400 \\# 3 abcdef',
  ])
})

test('an answer repeats id, RD and CD, has no RA and AD, and EDNS only for a query with EDNS', () => {
  const query = queryFor('ns1.example.com.', 'A', {
    recursionDesired: true,
    checkingDisabled: true,
    authenticData: true,
  })
  const answer = decodeMessage(answerTo(zones, query))
  const { id, isResponse, recursionDesired, checkingDisabled, recursionAvailable, authenticData, edns } = answer
  assert.deepEqual(
    { id, isResponse, recursionDesired, checkingDisabled, recursionAvailable, authenticData, edns },
    {
      id: 4_711,
      isResponse: true,
      recursionDesired: true,
      checkingDisabled: true,
      recursionAvailable: false,
      authenticData: false,
      edns: { udpPayloadSize: 1_232, version: 0, dnssecOk: false, options: [] },
    },
  )
  assert.equal('edns' in decodeMessage(answerTo(zones, plainQuery('ns1.example.com.', 'A'))), false)
})

test('the case of the question is that of the answer, and names are compressed', () => {
  const answer = answerTo(zones, queryFor('wWw.eXample.COM.', 'A'))
  assert.deepEqual(linesOf(decodeMessage(answer).answers), [
    'wWw.eXample.COM. 300 CNAME web.Sub.eXample.COM.',
    'web.Sub.eXample.COM. 300 A 192.0.2.2',
  ])
  assert.equal(answer.length, 12 + 21 + 12 + 10 + 12 + 4 + 11)
})

test('CNAME records are followed in the zone, and the last target decides the rcode', () => {
  const away = shown(ask(zones, ['away.example.com.', 'A']))
  assert.deepEqual(away, { ...positive, answers: ['away.example.com. 300 CNAME host.other.net.'] })
  assert.deepEqual(shown(ask(zones, ['gone.example.com.', 'A'])), {
    ...positive,
    rcode: 3,
    answers: ['gone.example.com. 300 CNAME missing.example.com.'],
    authorities: [soa],
  })
  assert.deepEqual(shown(ask(zones, ['nodata.example.com.', 'MX'])), {
    ...positive,
    answers: ['nodata.example.com. 300 CNAME ns1.example.com.'],
    authorities: [soa],
  })
  const direct = shown(ask(zones, ['www.example.com.', 'CNAME']))
  assert.deepEqual(direct, { ...positive, answers: ['www.example.com. 300 CNAME web.Sub.example.com.'] })
  const into = ask(zones, ['into.example.com.', 'A'])
  assert.deepEqual([into.isAuthoritative, into.answers.length, into.authorities.length], [true, 1, 3])
})

test('chains end after 8 CNAME records, and loops after one round', () => {
  const chain = ask(zones, ['c1.example.com.', 'A'])
  assert.deepEqual([chain.rcode, chain.answers.length, chain.answers.at(-1)?.data], [0, 8, 'c9.example.com.'])
  assert.equal(ask(zones, ['c3.example.com.', 'A']).answers.at(-1)?.data, '192.0.2.1')
  assert.equal(ask(zones, ['loop1.example.com.', 'A']).answers.length, 2)
  assert.equal(ask(zones, ['self.example.com.', 'A']).answers.length, 1)
})

test('NXDOMAIN and NODATA have the SOA record with the lower of its TTL and minimum', () => {
  assert.deepEqual(shown(ask(zones, ['no.example.com.', 'A'])), {
    ...positive,
    rcode: 3,
    answers: [],
    authorities: [soa],
  })
  assert.deepEqual(shown(ask(zones, ['ns1.example.com.', 'MX'])), { ...positive, answers: [], authorities: [soa] })
  assert.deepEqual(shown(ask(zones, ['sub.example.com.', 'A'])), { ...positive, answers: [], authorities: [soa] })
})

test('a delegation is a referral with the addresses that the zone has, for its name and below', () => {
  for (const name of ['cut.example.com.', 'a.b.cut.example.com.', 'ns.cut.example.com.', 'x.deep.cut.example.com.']) {
    assert.deepEqual(shown(ask(zones, [name, 'A'])), {
      rcode: 0,
      isAuthoritative: false,
      answers: [],
      authorities: [
        'cut.example.com. 300 NS ns.cut.example.com.',
        'cut.example.com. 300 NS ns.other.net.',
        'cut.example.com. 300 NS ns1.example.com.',
      ],
      additionals: [
        'ns.cut.example.com. 300 A 192.0.2.3',
        'ns1.example.com. 300 A 192.0.2.1',
        'ns1.example.com. 300 AAAA 2001:db8::1',
      ],
    })
  }
})

test('RFC 4035 §3.1.4.1 DS records are the parent’s, and go with a referral where DO is set', () => {
  const ds = ask(zones, ['cut.example.com.', 'DS'])
  assert.deepEqual([ds.isAuthoritative, ds.answers.length], [true, 1])
  assert.deepEqual(shown(ask(zones, ['plain.example.com.', 'DS'])), { ...positive, answers: [], authorities: [soa] })
  const edns = { udpPayloadSize: 1_232, version: 0, dnssecOk: true, options: [] }
  const referral = decodeMessage(answerTo(zones, queryFor('a.cut.example.com.', 'A', { edns })))
  assert.deepEqual([referral.authorities.at(-1)?.type, referral.edns?.dnssecOk], ['DS', true])
  const child = servedZoneFile('cut.example.com.', '@ 60 IN SOA a. b. 1 3600 600 86400 300\n')
  assert.equal(ask(servedZones(zone, child), ['cut.example.com.', 'DS']).answers.length, 1)
  assert.equal(ask(servedZones(child), ['cut.example.com.', 'DS']).authorities[0]?.name, 'cut.example.com.')
})

test('RFC 8482 ANY gets one set over UDP, and all over TCP', () => {
  assert.deepEqual(linesOf(ask(zones, ['ns1.example.com.', 'ANY']).answers), ['ns1.example.com. 300 A 192.0.2.1'])
  const all = ask(zones, ['ns1.example.com.', 'ANY'], 'tcp').answers
  assert.deepEqual(
    all.map(({ type }) => type),
    ['A', 'AAAA'],
  )
  assert.deepEqual(linesOf(ask(zones, ['www.example.com.', 'ANY']).answers), [
    'www.example.com. 300 CNAME web.Sub.example.com.',
  ])
  assert.equal(ask(zones, ['sub.example.com.', 'ANY']).authorities.length, 1)
})

test('a UDP answer has at most 1,232 bytes, the size of the client, or 512; over it TC is set and it has no records', () => {
  const sized = (name: string, size?: number): Message =>
    decodeMessage(answerTo(zones, plainQuery(name, name.startsWith('big') ? 'TXT' : 'NS', size)))
  const big = sized('big.example.com.', 4_096)
  assert.deepEqual([big.isTruncated, big.answers.length, big.edns?.udpPayloadSize], [true, 0, 1_232])
  assert.equal(ask(zones, ['big.example.com.', 'TXT'], 'tcp').answers.length, 1)
  assert.equal(sized('example.com.', 1).isTruncated, false)
  assert.equal(sized('example.com.').isTruncated, false)
})

test('an answer of exactly the limit is sent, and one byte more is truncated', () => {
  const lengths = (size: number | undefined, limit: number): (readonly [length: number, isTruncated: boolean])[] =>
    [-1, 0, 1].map((more) => {
      const head = plainQuery('t.size.', 'TXT', size).length + 12
      const data = Buffer.alloc(limit - head + more, 'x')
      const text = Array.from({ length: Math.ceil(data.length / 256) }, (_, index) => {
        return `"${data.toString('latin1', index * 256 + 1, index * 256 + 256)}"`
      })
      const served = servedZoneFile('size.', `@ 60 IN SOA a. b. 1 1 1 1 1\nt 60 IN TXT ${text.join(' ')}\n`)
      const answer = answerTo(servedZones(served), plainQuery('t.size.', 'TXT', size))
      return [answer.length, decodeMessage(answer).isTruncated]
    })
  const short = (size?: number): number => plainQuery('t.size.', 'TXT', size).length
  for (const [size, limit] of [
    [undefined, 512],
    [100, 512],
    [700, 700],
    [4_096, 1_232],
  ] as const) {
    assert.deepEqual(lengths(size, limit), [
      [limit - 1, false],
      [limit, false],
      [short(size), true],
    ])
  }
})

test('addresses are right where their names are beyond the reach of pointers', () => {
  const servers = Array.from(
    { length: 1_000 },
    (_, index) => `cut NS n${index}.cut\nn${index}.cut A 10.0.${index >> 8}.${index & 255}\n`,
  )
  const large = servedZones(servedZoneFile('example.', `$TTL 60\n@ IN SOA a. b. 1 1 1 1 1\n${servers.join('')}`))
  const { authorities, additionals } = ask(large, ['cut.example.', 'A'], 'tcp')
  const addressOf = (name: string): string | undefined => additionals.find((record) => record.name === name)?.data
  assert.equal(authorities.length, 1_000)
  for (const { data } of authorities) {
    const index = Number(/\d+/.exec(data)?.[0])
    assert.equal(addressOf(data), `10.0.${index >> 8}.${index & 255}`)
  }
})

test('an ALIAS whose addresses are unknown is SERVFAIL for them alone, also behind a CNAME record', () => {
  const unknown = aliasEntry({ ttl: 30, ipv4: undefined, ipv6: [] })
  const text = '@ 60 IN SOA a. b. 1 1 1 1 1\n@ 60 IN MX 1 mail\nwww 60 IN CNAME @\n'
  const own = servedZoneFile('own.', text)
  const served = servedZones(own.withAlias(unknown))
  for (const name of ['own.', 'www.own.']) {
    const { rcode, answers, authorities } = ask(served, [name, 'A'])
    assert.deepEqual([rcode, answers.length, authorities.length], [2, 0, 0], name)
  }
  const { rcode, authorities } = ask(served, ['own.', 'AAAA'])
  assert.deepEqual([rcode, authorities.map(({ type }) => type)], [0, ['SOA']])
  assert.equal(ask(served, ['own.', 'MX']).answers.length, 1)
  assert.deepEqual(
    ask(served, ['own.', 'ANY'], 'tcp').answers.map(({ type }) => type),
    ['SOA', 'MX'],
  )
  const withAddress = servedZoneFile('own.', `${text}@ 60 IN A 192.0.2.7\n`).withAlias(unknown)
  assert.equal(ask(servedZones(withAddress), ['own.', 'A']).answers.length, 1)
})

test('an ALIAS at the apex is answered with its addresses, and records of the zone win', () => {
  const alias = aliasEntry({ ttl: 30, ipv4: ['198.51.100.1', '198.51.100.2'], ipv6: ['2001:db8::2'] })
  const served = servedZones(zone.withAlias(alias))
  const addresses = ['example.com. 30 A 198.51.100.1', 'example.com. 30 A 198.51.100.2']
  assert.deepEqual(shown(ask(served, ['example.com.', 'A'])), { ...positive, answers: addresses })
  assert.deepEqual(linesOf(ask(served, ['example.com.', 'AAAA']).answers), ['example.com. 30 AAAA 2001:db8::2'])
  assert.equal(ask(served, ['www.example.com.', 'AAAA']).answers.length, 1)
  assert.equal(ask(served, ['example.com.', 'ANY'], 'tcp').answers.filter(({ type }) => type.startsWith('A')).length, 3)
  const own = servedZoneFile('own.', '@ 60 IN SOA a. b. 1 1 1 1 1\n@ 60 IN A 192.0.2.7\n').withAlias(alias)
  for (const type of ['A', 'ANY']) {
    const { answers } = ask(servedZones(own), ['own.', type], 'tcp')
    assert.deepEqual(linesOf(answers.filter((record) => record.type === 'A')), ['own. 60 A 192.0.2.7'])
  }
  assert.equal(ask(servedZones(own), ['own.', 'AAAA']).answers.length, 1)
  assert.equal(ask(servedZones(zone.withAlias(alias).withAlias(undefined)), ['example.com.', 'A']).answers.length, 0)
})
