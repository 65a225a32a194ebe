/** Record sets of one type, in the form of `DnsRecordSet`. */
export interface RecordSample {
  readonly data: readonly string[]
  readonly changed: readonly string[]
  /** Labels before the name. */
  readonly prefix?: string
}

const hash = '0123456789abcdef'.repeat(4)
const otherHash = 'fedcba9876543210'.repeat(4)

/** Two record sets for each type; DS records have NS records beside them, as zones need. */
export const recordSamples: Readonly<Record<string, RecordSample>> = {
  A: { data: ['192.0.2.1', '192.0.2.2'], changed: ['192.0.2.2', '192.0.2.3'] },
  AAAA: { data: ['2001:db8::1', '2001:db8:0:1::2'], changed: ['2001:db8::1'] },
  CAA: {
    data: ['0 issue "ca.example.net"', '128 iodef "mailto:security@example.net"'],
    changed: ['0 issue "ca.example.net; account=1"'],
  },
  CNAME: { data: ['one.example.net.'], changed: ['two.example.net.'] },
  DS: { data: [`12345 13 2 ${hash}`], changed: [`12346 13 2 ${otherHash}`] },
  HTTPS: { data: ['1 . alpn="h2,h3" port=8443'], changed: ['0 service.example.net.'] },
  MX: { data: ['10 mail.example.net.', '20 spare.example.net.'], changed: ['20 mail.example.net.'] },
  NAPTR: {
    data: ['100 10 "u" "E2U+sip" "!^.*$!sip:info@example.net!" .'],
    changed: ['100 20 "s" "SIP+D2U" "" _sip._udp.example.net.'],
  },
  NS: { data: ['ns1.example.net.', 'ns2.example.net.'], changed: ['ns2.example.net.', 'ns3.example.net.'] },
  PTR: { data: ['host.example.net.'], changed: ['other.example.net.'] },
  SRV: {
    data: ['0 5 5060 sip.example.net.', '10 0 5061 spare.example.net.'],
    changed: ['0 5 5061 sip.example.net.'],
    prefix: '_sip._tcp',
  },
  SSHFP: { data: [`4 2 ${hash}`], changed: [`4 2 ${hash}`, `1 2 ${otherHash}`] },
  SVCB: { data: ['1 service.example.net. alpn="h2"'], changed: ['2 service.example.net. alpn="h2" port=853'] },
  TLSA: { data: [`3 1 1 ${hash}`], changed: [`3 1 1 ${otherHash}`, `2 0 1 ${hash}`], prefix: '_443._tcp' },
  TXT: { data: ['"v=spf1 -all"'], changed: ['"v=spf1 mx -all"', '"google-site-verification=1"'] },
  TYPE65400: { data: ['\\# 3 abcdef'], changed: ['\\# 0'] },
}
