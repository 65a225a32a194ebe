import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeData, DnsError, encodeData, fieldsOf, normalizeData, type DnsErrorCode } from './index.ts'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

suite('data is normalized', () => {
  const cases: readonly [type: string, text: string, data: string][] = [
    ['AAAA', '2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['AAAA', '2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['AAAA', '::FFFF:192.0.2.1', '::ffff:192.0.2.1'],
    ['MX', '10 mail', '10 mail.example.com.'],
    ['mx', '10\t@', '10 example.com.'],
    ['TYPE15', '\\# 5 000a 01 6100', '10 a.'],
    ['SOA', 'ns admin 1 1h 15m 2w1d 300', 'ns.example.com. admin.example.com. 1 3600 900 1296000 300'],
    ['TXT', 'v=spf1 "-all"', '"v=spf1" "-all"'],
    ['TXT', '"v=DMARC1; p=none" ""', '"v=DMARC1; p=none" ""'],
    ['TXT', '"é\\"\\092\\;"', '"\\195\\169\\"\\\\;"'],
    ['TXT', `"${'x'.repeat(300)}"`, `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`],
    ['TLSA', '3 1 1 ABCD EF01', '3 1 1 abcdef01'],
    ['DS', '60485 ECDSAP256SHA256 2 AA', '60485 13 2 aa'],
    ['CAA', '0 issue letsencrypt.org', '0 issue "letsencrypt.org"'],
    ['NSEC', 'b. TYPE15 A A', 'b. A MX'],
    ['TYPE1234', '\\# 2 AB cd', '\\# 2 abcd'],
  ]
  for (const [type, text, data] of cases) {
    test(`${type} ${text.slice(0, 40)}`, () => assert.equal(normalizeData(type, text, 'example.com.'), data))
  }
})

suite('data is refused with a code, a sentence and its field', () => {
  const cases: readonly [type: string, text: string, code: DnsErrorCode, field: string | undefined, says: RegExp][] = [
    ['A', '1.2.3', 'invalid_data', 'address', /not an IPv4 address/],
    ['A', '01.2.3.4', 'invalid_data', 'address', /not an IPv4 address/],
    ['A', '', 'invalid_data', 'address', /missing/],
    ['A', '1.2.3.4 5', 'invalid_data', 'address', /more text/],
    ['AAAA', 'fe80::1%eth0', 'invalid_data', 'address', /not an IPv6 address/],
    ['MX', '65536 a.', 'invalid_data', 'preference', /0 to 65535/],
    ['MX', '10 mail', 'invalid_name', 'exchange', /not absolute/],
    ['MX', '10 "a."', 'invalid_data', 'exchange', /quotes/],
    ['TXT', 'v=DMARC1; p=none', 'invalid_data', undefined, /quotes or escape/],
    ['TXT', '"open', 'invalid_data', undefined, /not closed/],
    ['TXT', '"\\25"', 'invalid_data', 'strings', /escape/],
    ['NAPTR', `1 1 "${'x'.repeat(256)}" "" "" .`, 'invalid_data', 'flags', /255 bytes/],
    ['CAA', '0 is-sue "a"', 'invalid_data', 'tag', /letters and digits/],
    ['DS', '1 8 2 abc', 'invalid_data', 'digest', /hexadecimal/],
    ['DNSKEY', '257 3 8 A', 'invalid_data', 'publicKey', /base64/],
    ['RRSIG', 'A 8 2 1 20300230000000 1 1 a. AAAA', 'invalid_data', 'expiration', /not a time/],
    ['TYPE1234', 'abc', 'invalid_data', undefined, /\\#/],
    ['TYPE1234', '\\# 3 abcd', 'invalid_data', undefined, /length/],
    ['A', '\\# 3 c00002', 'malformed', 'address', /too early/],
    ['A', '\\# 5 c000020101', 'malformed', 'address', /behind/],
    ['WHAT', 'x', 'unknown_type', undefined, /not a record type/],
    ['TYPE65536', '\\# 0', 'unknown_type', undefined, /not a record type/],
    ['SVCB', '1 . port=1 key3=a', 'invalid_data', 'parameters', /port is there twice/],
    ['SVCB', '1 . mandatory=alpn', 'invalid_data', 'parameters', /alpn is mandatory, but missing/],
    ['SVCB', '1 . mandatory=port,port port=1', 'invalid_data', 'parameters', /mandatory is not valid/],
    ['SVCB', '1 . mandatory=mandatory', 'invalid_data', 'parameters', /mandatory is not valid/],
    ['SVCB', '1 . alpn=h2 no-default-alpn=x', 'invalid_data', 'parameters', /no-default-alpn is not valid/],
    ['SVCB', '1 . no-default-alpn', 'invalid_data', 'parameters', /needs alpn/],
    ['SVCB', '1 . alpn', 'invalid_data', 'parameters', /alpn is not valid/],
    ['SVCB', '1 . alpn=h2,', 'invalid_data', 'parameters', /alpn is not valid/],
    ['SVCB', '1 . key65535=a', 'invalid_data', 'parameters', /not a key/],
    ['SVCB', '1 . key03=a', 'invalid_data', 'parameters', /not a key/],
    ['SVCB', '1 . port=65536', 'invalid_data', 'parameters', /port is not valid/],
    ['SVCB', '1 . ipv4hint=1.2.3', 'invalid_data', 'parameters', /ipv4hint is not valid/],
    ['SVCB', '1 . dohpath=dns', 'invalid_data', 'parameters', /dohpath is not valid/],
  ]
  for (const [type, text, code, field, says] of cases) {
    test(`${type} ${text.slice(0, 40)}`, () => {
      for (const refused of [() => normalizeData(type, text), () => encodeData(type, text)]) {
        assert.throws(refused, (error) => {
          assert.ok(error instanceof DnsError)
          assert.deepEqual([error.code, error.field], [code, field])
          assert.match(error.message, says)
          return true
        })
      }
    })
  }
})

suite('RFC 9460 appendix D the vectors', () => {
  const foo = '03666f6f076578616d706c65036f726700'
  const vectors: readonly [type: string, text: string, hex: string][] = [
    ['HTTPS', '0 foo.example.com.', '000003666f6f076578616d706c6503636f6d00'],
    ['SVCB', '1 .', '000100'],
    ['SVCB', '16 foo.example.com. port=53', '001003666f6f076578616d706c6503636f6d00000300020035'],
    ['SVCB', '1 foo.example.com. key667=hello', '000103666f6f076578616d706c6503636f6d00029b000568656c6c6f'],
    [
      'SVCB',
      '1 foo.example.com. key667="hello\\210qoo"',
      '000103666f6f076578616d706c6503636f6d00029b000968656c6c6fd2716f6f',
    ],
    [
      'SVCB',
      '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
      '000103666f6f076578616d706c6503636f6d00 00060020 20010db8000000000000000000000001 20010db8000000000000000000530001',
    ],
    [
      'SVCB',
      '16 foo.example.org. alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1',
      `0010 ${foo} 0000000400010004 00010009 02683205 68332d3139 00040004c0000201`,
    ],
    ['SVCB', '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"', `0010 ${foo} 0001000c 08665c6f6f2c626172026832`],
    ['SVCB', '16 foo.example.org. alpn=f\\\\\\092oo\\092,bar,h2', `0010 ${foo} 0001000c 08665c6f6f2c626172026832`],
  ]
  for (const [type, text, hex] of vectors) {
    test(text, () => {
      assert.equal(hexOf(encodeData(type, text)), hexOf(bytesOf(hex)))
      assert.equal(decodeData(type, bytesOf(hex)), normalizeData(type, text))
    })
  }
})

suite('bytes are refused', () => {
  const cases: readonly [type: string, hex: string, says: RegExp][] = [
    ['A', 'c00002', /too early/],
    ['NS', 'c000', /compressed where it must not be/],
    ['NS', '4061', /label/],
    ['NS', '0161', /within a name/],
    ['TXT', '', /too early/],
    ['TXT', '0561', /too early/],
    ['CAA', '00012d61', /letters and digits/],
    ['SVCB', '000100 0003000201bb 0001000302 6832', /not sorted/],
    ['SVCB', '000100 0003000201bb 0003000201bb', /twice/],
    ['SVCB', '000100 ffff0000', /reserved/],
    ['SVCB', '000100 00000004 0003 0001', /mandatory is not valid/],
    ['SVCB', '000100 00010000', /alpn is not valid/],
    ['NSEC', '00 0000', /wrong length/],
    ['NSEC', '00 01014001 000140', /not in order/],
    ['DS', '0001 08 02', /too early/],
  ]
  for (const [type, hex, says] of cases) {
    test(`${type} ${hex}`, () => {
      assert.throws(
        () => decodeData(type, bytesOf(hex)),
        (error) => error instanceof DnsError && error.code === 'malformed' && says.test(error.message),
      )
    })
  }
})

test('values are typed by their field', () => {
  const { preference, exchange } = fieldsOf('MX', '10 mail.example.com.')
  assert.equal(preference + exchange.length, 27)
  const { strings } = fieldsOf('TXT', '"a" "b"')
  assert.equal(Buffer.concat(strings).toString(), 'ab')
})

test('names in data are not compressed', () => {
  assert.equal(hexOf(encodeData('SOA', 'a. a. 0 0 0 0 0')), `016100016100${'00'.repeat(20)}`)
})
