import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { namesReport, readReport } from './read-report.ts'
import { ReportError, reportLimits } from './report-limits.ts'
import { dmarcRecord, dmarcXml, tlsJson, zipOf } from './testing/sample-reports.ts'

const fault = (name: string) => (error: unknown) => error instanceof ReportError && error.fault === name

suite('reports of DMARC', () => {
  const records = [
    dmarcRecord(),
    dmarcRecord({ count: 4 }),
    dmarcRecord({ source: '2001:db8::1', count: 5, dkim: 'fail', disposition: 'reject' }),
  ].join('')

  test('plain, as gzip and as zip they say the same', async () => {
    const xml = Buffer.from(dmarcXml({ records }))
    const plain = await readReport(xml)
    assert.ok(plain.kind === 'dmarc')
    assert.deepEqual([plain.domain, plain.reporter, plain.policy], ['acme.example', 'google.com', 'none'])
    assert.deepEqual(
      plain.rows.map(({ source, messages, dkim, spf, disposition }) => [source, messages, dkim, spf, disposition]),
      [
        ['192.0.2.1', 7, true, false, 'none'],
        ['2001:db8::1', 5, false, false, 'reject'],
      ],
    )
    assert.equal(plain.rows[0]?.spfDomain, 'bounce.relay.example')
    for (const packed of [gzipSync(xml), zipOf('google.com!acme.example!1769817600!1769903999.xml', xml)]) {
      assert.deepEqual(await readReport(packed), plain)
    }
  })

  test('one with a byte order mark, a namespace and prefixes is read', async () => {
    const root = '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">'
    const report = await readReport(Buffer.from(`\uFEFF${dmarcXml({ root })}`))
    assert.ok(report.kind === 'dmarc' && report.rows.length === 1)
  })

  test('sources beyond the limit are summed up', async () => {
    const many = Array.from({ length: 700 }, (_, at) =>
      dmarcRecord({ source: `10.0.${at >> 8}.${at & 255}`, count: 1 }),
    )
    const report = await readReport(gzipSync(dmarcXml({ records: many.join('') })))
    assert.ok(report.kind === 'dmarc')
    assert.equal(report.rows.length, reportLimits.rows + 1)
    assert.deepEqual([report.rows.at(-1)?.source, report.rows.at(-1)?.messages], ['', 200])
  })

  test('entities and document types are refused', async () => {
    const laughs = '<!DOCTYPE feedback [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const external = '<!DOCTYPE feedback [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    for (const prologue of [laughs, external, '<!DOCTYPE feedback SYSTEM "http://127.0.0.1/x.dtd">']) {
      await assert.rejects(readReport(Buffer.from(dmarcXml({ prologue }))), fault('malformed'))
    }
    await assert.rejects(readReport(Buffer.from(dmarcXml({ domain: '&x;' }))), fault('malformed'))
  })

  test('bombs end at the limit', async () => {
    const zeros = Buffer.alloc(reportLimits.xml * 3)
    const nested = '<a>'.repeat(100_000)
    for (const bomb of [
      gzipSync(zeros),
      zipOf('a.xml', zeros),
      gzipSync(gzipSync(zeros)),
      zipOf('a', Buffer.alloc(9e6, 'a')),
    ]) {
      await assert.rejects(readReport(bomb), (error) => error instanceof ReportError)
    }
    await assert.rejects(readReport(gzipSync(Buffer.alloc(9e6, '<'))), fault('too-large'))
    await assert.rejects(readReport(Buffer.from(dmarcXml({ records: nested }))), fault('malformed'))
    await assert.rejects(readReport(Buffer.alloc(reportLimits.packed + 1, '<')), fault('too-large'))
  })

  test('a zip whose sizes lie is read by its data', async () => {
    const xml = Buffer.from(dmarcXml())
    const zip = zipOf('a.xml', xml)
    zip.writeUInt32LE(1, 18)
    zip.writeUInt32LE(4_000_000_000, 22)
    assert.equal((await readReport(zip)).kind, 'dmarc')
    const outside = Buffer.concat([
      Buffer.from(zip.subarray(0, 26)),
      Buffer.from([255, 255, 255, 255]),
      deflateRawSync(xml),
    ])
    await assert.rejects(readReport(outside), fault('malformed'))
  })

  test('names of files tell a report', () => {
    const type = 'application/gzip'
    assert.ok(namesReport({ name: 'google.com!acme.example!1769817600!1769903999.xml.gz', type }))
    assert.ok(!namesReport({ name: 'photos.zip', type: 'application/zip' }))
  })
})

suite('reports on TLS', () => {
  test('one is read with its failures', async () => {
    const report = await readReport(gzipSync(tlsJson()))
    assert.ok(report.kind === 'tls')
    const [policy] = report.policies
    assert.deepEqual([policy?.domain, policy?.succeeded, policy?.failed], ['acme.example', 20, 3])
    assert.deepEqual(policy?.failures[0]?.result, 'certificate-expired')
  })

  test('wrong types and large files are refused or left out', async () => {
    await assert.rejects(readReport(Buffer.from('{"policies":1}')), fault('not-a-report'))
    await assert.rejects(readReport(Buffer.from('{"a":')), fault('malformed'))
    await assert.rejects(readReport(Buffer.from(`{"a":"${'x'.repeat(reportLimits.json)}"}`)), fault('too-large'))
    const odd = JSON.parse(tlsJson()) as { policies: unknown[] }
    odd.policies = [null, 7, { policy: [], summary: 'x', 'failure-details': { length: 9 } }]
    const report = await readReport(Buffer.from(JSON.stringify(odd)))
    assert.ok(report.kind === 'tls' && report.policies.every(({ failed }) => failed === 0))
  })
})

test('no bytes make a reader fail otherwise than with its own error', async () => {
  const samples = [
    gzipSync(dmarcXml()),
    zipOf('a.xml', Buffer.from(dmarcXml())),
    Buffer.from(dmarcXml()),
    Buffer.from(tlsJson()),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      async (sample, noise, at) => {
        const bytes = Buffer.from(sample)
        bytes.set(noise.slice(0, bytes.length), at % Math.max(1, bytes.length - noise.length))
        try {
          const report = await readReport(bytes)
          assert.ok(report.kind === 'tls' || report.rows.length <= reportLimits.rows + 8)
        } catch (error) {
          assert.ok(error instanceof ReportError, String(error))
        }
      },
    ),
    { numRuns: 200 },
  )
})
