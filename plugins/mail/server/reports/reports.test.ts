import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dmarcRecord, dmarcXml, tlsJson, zipOf } from '@host/email/testing'
import { AuditLog } from '@host/plugin/platform'
import { listReceivedReports, listReportedDomains, readReportedDomain, reportLimitsOf } from '../../shared.ts'
import { domain, openMailLab, type MailLab } from '../testing/mail-lab.ts'
import { mailWithFile } from '../testing/mail-with-file.ts'
import { refused } from '../testing/refused.ts'
import { adviceFor } from './advice.ts'

/** The time of the sample reports lies in the past of any clock; the range of the pages reaches back to it. */
const reported = 'google.com!acme.example!1769817600!1769903999.xml.gz'

/** Packed before any host runs: packing takes the time of the event loop. */
const zeros = Buffer.alloc(12_000_000)
const bombs = [gzipSync(zeros), zipOf('a.xml', zeros), gzipSync(gzipSync(zeros))]

/** A laboratory whose clock stands one day after the sample reports. */
async function openReports(context: TestContext): Promise<MailLab> {
  const lab = await openMailLab(context)
  const behind = lab.host.clock.now() - Date.parse('2026-02-01T12:00:00Z')
  lab.host.clock.advance({ seconds: -Math.round(behind / 1_000) })
  return lab
}

const detailsOf = (lab: MailLab) => lab.host.as('admin').call(readReportedDomain, { domain })

suite('reports', () => {
  test('a DMARC report that comes to a mailbox is counted once, by its sources', async (context) => {
    const lab = await openReports(context)
    const records = [
      dmarcRecord({ count: 90, spf: 'pass' }),
      dmarcRecord({ count: 8, source: '192.0.2.7' }),
      dmarcRecord({ count: 2, source: '2001:db8::1', dkim: 'fail', disposition: 'reject' }),
    ].join('')
    const content = gzipSync(dmarcXml({ records }))
    await lab.deliver(mailWithFile({ name: reported, content }))
    await lab.deliver(mailWithFile({ name: reported, content }))
    const details = await detailsOf(lab)
    assert.deepEqual([details.messages, details.aligned, details.rejected, details.reports], [100, 98, 2, 1])
    assert.deepEqual(
      details.sources.map(({ source, both, dkim, none }) => [source, both, dkim, none]),
      [
        ['192.0.2.1', 90, 0, 0],
        ['192.0.2.7', 0, 8, 0],
        ['2001:db8::1', 0, 0, 2],
      ],
    )
    assert.deepEqual(details.days, [{ day: '2026-01-31', messages: 100, aligned: 98 }])
    assert.deepEqual([details.policy, details.advice], ['none', ['forwarded']])
    assert.equal((await lab.host.as('admin').call(listReceivedReports, { domain })).items[0]?.reporter, 'google.com')
    assert.equal((await lab.emails()).length, 2)
    lab.host.clock.advance({ days: reportLimitsOf.stored + 1 })
    await lab.host.settleJobs()
    await lab.host.as('admin').signIn()
    assert.deepEqual((await lab.host.as('admin').call(listReceivedReports, { domain })).items, [])
    const log = await lab.host.service(AuditLog).list(lab.host.workspaces.here, { action: 'mail_report.expired' })
    assert.deepEqual(
      log.items.map(({ actor, after }) => [actor.kind, after]),
      [['host', { deleted: 1 }]],
    )
  })

  test('a report on TLS shows what failed', async (context) => {
    const lab = await openReports(context)
    const content = gzipSync(tlsJson())
    await lab.deliver(mailWithFile({ name: 'report.json.gz', type: 'application/tlsrpt+gzip', content }))
    const details = await detailsOf(lab)
    assert.deepEqual([details.sessions, details.failedSessions], [23, 3])
    assert.deepEqual(details.failures, [{ result: 'certificate-expired', server: 'mx.acme.example', sessions: 3 }])
    assert.ok(details.advice.includes('tls-failures'))
  })

  test('reports count for verified domains of the workspace only, and are shown to it alone', async (context) => {
    const lab = await openReports(context)
    await lab.deliver(mailWithFile({ name: reported, content: gzipSync(dmarcXml({ domain: 'other.example' })) }))
    await lab.deliver(mailWithFile({ name: reported, content: gzipSync(dmarcXml()) }))
    assert.deepEqual(
      (await lab.host.as('admin').call(listReportedDomains, {})).items.map(({ asciiDomain, reports }) => [
        asciiDomain,
        reports,
      ]),
      [[domain, 1]],
    )
    const other = lab.host.as('otherOwner')
    assert.deepEqual((await other.call(listReportedDomains, {})).items, [])
    assert.deepEqual((await other.call(listReceivedReports, {})).items, [])
    await assert.rejects(other.call(readReportedDomain, { domain }), refused('not_found'))
    await assert.rejects(lab.host.as('member').call(listReportedDomains, {}), refused('forbidden'))
  })

  test('bombs, entities and files that are something else are stored as emails and read as nothing', async (context) => {
    const lab = await openReports(context)
    const laughs = '<!DOCTYPE feedback [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    const external = '<!DOCTYPE feedback [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    const files = [
      ...bombs,
      Buffer.from(dmarcXml({ prologue: laughs, domain: '&b;' })),
      Buffer.from(dmarcXml({ prologue: external })),
      Buffer.from('{"policies":[]}'),
      Buffer.from('PK\u0003\u0004'),
    ]
    for (const content of files) {
      assert.equal((await lab.deliver(mailWithFile({ name: reported, content }))).status, 202)
    }
    assert.equal((await lab.emails()).length, files.length)
    assert.equal((await detailsOf(lab)).reports, 0)
    // A file that nothing names a report isn't opened.
    await lab.deliver(mailWithFile({ name: 'photos.xml.gz', content: gzipSync(dmarcXml()) }))
    assert.equal((await detailsOf(lab)).reports, 0)
  })

  test('a stricter policy is proposed after 14 days in which nearly all mail was aligned', () => {
    const counts = { messages: 1_400, aligned: 1_390, rejected: 0, sessions: 0, failedSessions: 0, reports: 14 }
    const days = Array.from({ length: 14 }, (_, at) => ({ day: `2026-01-${at + 10}`, messages: 100, aligned: 99 }))
    const source = { source: '192.0.2.1', messages: 1_390, both: 1_390, dkim: 0, spf: 0, none: 0, rejected: 0 }
    const facts = {
      ...counts,
      domain,
      asciiDomain: domain,
      policy: 'none',
      lastDay: null,
      days,
      sources: [{ ...source, dkimDomain: domain, spfDomain: domain }],
      failures: [],
    }
    assert.deepEqual(adviceFor(facts), ['quarantine-next'])
    assert.deepEqual(adviceFor({ ...facts, policy: 'quarantine' }), ['reject-next'])
    assert.deepEqual(adviceFor({ ...facts, policy: 'reject' }), ['good'])
    assert.deepEqual(adviceFor({ ...facts, days: days.slice(1) }), ['good'])
    assert.deepEqual(adviceFor({ ...facts, aligned: 1_000 }), ['unaligned'])
    assert.deepEqual(adviceFor({ ...facts, messages: 0 }), ['no-reports'])
  })
})
