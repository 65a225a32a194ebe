import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { AuditLog } from '@host/plugin/platform'
import { addDeniedHost, addHost, changeHost, listHosts } from '../../shared.ts'
import { harmful, openAbuseLab, type AbuseLab } from '../testing/abuse-lab.ts'

async function openPage(context: TestContext): Promise<AbuseLab & { readonly page: () => Promise<string> }> {
  const lab = await openAbuseLab(context)
  await lab.host.proveHost('example.com')
  const admin = lab.host.as('admin')
  const { id } = await admin.call(addHost, { host: 'go.example.com' })
  await admin.call(changeHost, { id: id ?? '', notFoundTitle: 'Nothing here', notFoundUrl: harmful })
  const page = async () => (await lab.visit('https://go.example.com/none')).body
  assert.match(await page(), /evil\.example/)
  return { ...lab, page }
}

test('a page for unknown slugs no longer leads to a host that is denied', async (context) => {
  const { host, page, notifications, pass } = await openPage(context)
  await host.as('instanceAdmin').call(addDeniedHost, { host: 'evil.example' })
  await pass(0)
  assert.match(await page(), /Nothing here/)
  assert.doesNotMatch(await page(), /evil\.example/)
  const { items } = await host.as('member').call(listHosts, undefined)
  assert.equal(items.find((each) => each.host === 'go.example.com')?.notFoundUrl, null)
  const told = notifications.find(({ path }) => path === '/links/hosts')
  assert.deepEqual(told?.to, { orgId: host.workspaces.here, role: 'admin' })
  const log = await host.service(AuditLog).list(host.workspaces.here, { action: 'link.host_changed' })
  assert.deepEqual(log.items[0]?.after, { reason: 'denied' })
})

test('judges are asked again every day where a page for unknown slugs leads', async (context) => {
  const { page, verdicts, pass } = await openPage(context)
  verdicts.set(harmful, { isAllowed: false, reason: 'phishing' })
  await pass(24 * 60)
  assert.doesNotMatch(await page(), /evil\.example/)
})
