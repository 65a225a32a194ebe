import { crc32, deflateRawSync } from 'node:zlib'

/** A report of DMARC in the form of RFC 7489; `records` go in as they are. */
export function dmarcXml({
  domain = 'acme.example',
  reportId = '12345',
  records = dmarcRecord(),
  prologue = '<?xml version="1.0" encoding="UTF-8"?>',
  root = '<feedback>',
}: {
  readonly domain?: string
  readonly reportId?: string
  readonly records?: string
  readonly prologue?: string
  readonly root?: string
} = {}): string {
  return `${prologue}
${root}
  <version>1.0</version>
  <report_metadata>
    <org_name>google.com</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <report_id>${reportId}</report_id>
    <date_range><begin>1769817600</begin><end>1769903999</end></date_range>
  </report_metadata>
  <policy_published><domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>
  ${records}
</feedback>`
}

export function dmarcRecord({
  source = '192.0.2.1',
  count = 3,
  dkim = 'pass',
  spf = 'fail',
  disposition = 'none',
} = {}): string {
  return `<record>
    <row><source_ip>${source}</source_ip><count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
    <identifiers><header_from>acme.example</header_from></identifiers>
    <auth_results>
      <dkim><domain>acme.example</domain><selector>s1</selector><result>${dkim}</result></dkim>
      <spf><domain>bounce.relay.example</domain><result>pass</result></spf>
    </auth_results>
  </record>`
}

/** A report on TLS (RFC 8460). */
export function tlsJson({ domain = 'acme.example', reportId = '2026-01-31T00:00:00Z_acme.example' } = {}): string {
  return JSON.stringify({
    'organization-name': 'Google Inc.',
    'date-range': { 'start-datetime': '2026-01-31T00:00:00Z', 'end-datetime': '2026-01-31T23:59:59Z' },
    'contact-info': 'smtp-tls-reporting@google.com',
    'report-id': reportId,
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1'],
          'policy-domain': domain,
          'mx-host': ['mx.acme.example'],
        },
        summary: { 'total-successful-session-count': 20, 'total-failure-session-count': 3 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'sending-mta-ip': '192.0.2.9',
            'receiving-mx-hostname': 'mx.acme.example',
            'failed-session-count': 3,
          },
        ],
      },
    ],
  })
}

/** A zip with one file, as far as a reader of local headers needs it. */
export function zipOf(name: string, content: Uint8Array): Buffer {
  const packed = deflateRawSync(content)
  const header = Buffer.alloc(30)
  header.write('PK\u0003\u0004', 0, 'latin1')
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(content), 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}
