import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { TestCallError } from '@host/testing'
import {
  addDeniedHost,
  changeLink,
  changeRules,
  createLink,
  listDeniedHosts,
  listInstanceLinks,
  removeDeniedHost,
  restoreLink,
} from '../../shared.ts'
import { harmful, openAbuseLab } from '../testing/abuse-lab.ts'

const refusedAt = (path: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof TestCallError, String(error))
  const [first] = error.problem?.errors ?? []
  assert.equal(first?.path, path, JSON.stringify(error.problem))
  assert.match(first?.message ?? '', text)
  return true
}
const refused = (code: string) => (error: unknown) => error instanceof TestCallError && error.problem?.code === code

async function listFile(context: TestContext, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'links-denied-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'hosts.txt')
  await writeFile(path, text)
  return path
}

suite('denied hosts', () => {
  test("of the operator's file are refused at creation and change, also in rules", async (context) => {
    const HOST_DENIED_HOSTS = await listFile(context, '# Lists\nworse.example\n192.0.2.9\n')
    const { host, link } = await openAbuseLab(context, { HOST_DENIED_HOSTS })
    const member = host.as('member')
    const url = 'https://shop.Worse.example:8443/x'
    const sentence = /operator doesn't allow links to this host/
    await assert.rejects(member.call(createLink, { url }), refusedAt('url', sentence))
    await assert.rejects(member.call(createLink, { url: 'http://192.0.2.9/' }), refusedAt('url', sentence))
    await assert.rejects(member.call(changeLink, { id: link.id, url }), refusedAt('url', sentence))
    await assert.rejects(member.call(changeLink, { id: link.id, expiredUrl: url }), refusedAt('expiredUrl', sentence))
    const rules = [{ url, conditions: [{ on: 'device' as const, values: ['phone'] }] }]
    await assert.rejects(member.call(changeRules, { id: link.id, rules }), refusedAt('rules.0.url', sentence))
    await member.call(createLink, { url: 'https://notworse.example/' })
  })

  test('are found behind every spelling that browsers ask for', async (context) => {
    const { host } = await openAbuseLab(context)
    for (const denied of ['worse.example', '192.0.2.9', '2001:DB8:0::9']) {
      await host.as('instanceAdmin').call(addDeniedHost, { host: denied })
    }
    for (const name of [
      'a_b.worse.example',
      '-a.worse.example',
      'a..worse.example',
      'xn--a.worse.example',
      'worse.example.',
      `${'a.'.repeat(200)}worse.example`,
      `${'a'.repeat(70)}.worse.example`,
      '[::ffff:192.0.2.9]',
      '0xc0000209',
      '[2001:db8::9]',
    ]) {
      const creating = host.as('member').call(createLink, { url: `http://${name}/` })
      await assert.rejects(creating, refusedAt('url', /operator doesn't allow/), name)
    }
    const odd = await host.as('member').call(createLink, { url: 'http://a_b.good.example/' })
    const { items } = await host.as('instanceAdmin').call(listInstanceLinks, { targetHost: 'a_b.good.example' })
    assert.deepEqual(
      items.map(({ id }) => id),
      [odd.id],
    )
  })

  test('that are added to the file quarantine the links that lead there', async (context) => {
    const HOST_DENIED_HOSTS = await listFile(context, 'worse.example\n')
    const { host, link, visit, pass, stateOf } = await openAbuseLab(context, { HOST_DENIED_HOSTS })
    const other = await host.as('member').call(createLink, { url: 'https://good.example/' })
    await pass(5)
    assert.equal(await stateOf(link.id), 'active')
    await writeFile(HOST_DENIED_HOSTS, 'worse.example\nevil.example\n')
    await pass(5)
    assert.deepEqual([await stateOf(link.id), await stateOf(other.id)], ['quarantined', 'active'])
    assert.equal((await visit(link.shortUrl)).status, 410)
  })

  test('that an instance admin adds cover all below, and rules too', async (context) => {
    const { host, link, stateOf, notifications, eventNames } = await openAbuseLab(context)
    const member = host.as('member')
    const ruled = await member.call(createLink, { url: 'https://good.example/' })
    const url = 'https://a.b.evil.example/'
    await member.call(changeRules, {
      id: ruled.id,
      rules: [{ url, conditions: [{ on: 'device', values: ['phone'] }] }],
    })
    const disabled = await member.call(createLink, { url: harmful, isEnabled: false })
    const admin = host.as('instanceAdmin')
    for (const wrong of ['evil', 'https://evil.example/', 'a b', '*']) {
      await assert.rejects(admin.call(addDeniedHost, { host: wrong }), refused('invalid_input'), wrong)
    }
    await assert.rejects(host.as('owner').call(addDeniedHost, { host: 'evil.example' }), refused('forbidden'))
    const denied = await admin.call(addDeniedHost, { host: 'Evil.example.', note: 'Reported twice' })
    await assert.rejects(admin.call(addDeniedHost, { host: 'evil.example' }), refused('conflict'))
    assert.deepEqual((await admin.call(listDeniedHosts, { q: 'EVIL' })).items, [denied])
    await host.settleJobs()
    for (const { id } of [link, ruled, disabled]) assert.equal(await stateOf(id), 'quarantined')
    assert.match(JSON.stringify(notifications.at(-1)?.title), /3 links were quarantined/)
    assert.equal((await eventNames()).filter((name) => name === 'link.quarantined').length, 3)
    await assert.rejects(admin.call(restoreLink, { id: link.id }), refused('conflict'))
    await admin.call(removeDeniedHost, { id: denied.id })
    await admin.call(restoreLink, { id: link.id })
    assert.equal(await stateOf(link.id), 'active')
  })
})

suite('judges of other plugins', () => {
  test('refuse a target at creation and change', async (context) => {
    const { host, link, verdicts } = await openAbuseLab(context)
    verdicts.set('https://bad.example/', { isAllowed: false, reason: 'malware' })
    const input = { url: 'https://bad.example/' }
    await assert.rejects(host.as('member').call(createLink, input), refusedAt('url', /known for malware/))
    await assert.rejects(
      host.as('member').call(changeLink, { id: link.id, ...input }),
      refusedAt('url', /known for malware/),
    )
  })

  test('that fail block nothing, are logged, and are asked again within minutes', async (context) => {
    const { host, verdicts, pass, stateOf, asked } = await openAbuseLab(context)
    const url = 'https://late.example/?token=1'
    verdicts.set(url, 'fails')
    const { id } = await host.as('member').call(createLink, { url })
    const failures = () => host.logs.filter(({ message }) => message === 'A judge of link targets failed')
    assert.equal(failures().length, 1)
    assert.doesNotMatch(JSON.stringify(failures()), /token=1/)
    await pass(5)
    assert.equal(await stateOf(id), 'active')
    verdicts.set(url, { isAllowed: false, reason: 'phishing' })
    await pass(5)
    assert.equal(await stateOf(id), 'active', 'not before ten minutes')
    await pass(10)
    assert.equal(await stateOf(id), 'quarantined')
    assert.equal(asked.filter((each) => each === url).length, 3)
  })

  test('are asked about other links beside one with rules of another form, such as an imported one', async (context) => {
    const { host, link, verdicts, pass, stateOf, forceRules } = await openAbuseLab(context)
    const twin = await host.as('member').call(createLink, { url: 'https://good.example/' })
    await forceRules(twin.id, {})
    verdicts.set(harmful, { isAllowed: false, reason: 'phishing' })
    await pass(25 * 60)
    assert.deepEqual([await stateOf(link.id), await stateOf(twin.id)], ['quarantined', 'active'])
  })

  test('that do not answer are left after two seconds', async (context) => {
    const { host, verdicts } = await openAbuseLab(context)
    verdicts.set('https://slow.example/', 'waits')
    const link = await host.as('member').call(createLink, { url: 'https://slow.example/' })
    assert.equal(link.state, 'active')
  })

  test('are asked again every day, once for each target, and not about links that were restored', async (context) => {
    const { host, link, verdicts, pass, stateOf, asked } = await openAbuseLab(context)
    const twin = await host.as('member').call(createLink, { url: harmful })
    await pass(5)
    asked.length = 0
    await pass(60)
    assert.deepEqual(asked, [])
    verdicts.set(harmful, { isAllowed: false, reason: 'spam' })
    await pass(24 * 60)
    assert.deepEqual(asked, [harmful])
    assert.deepEqual([await stateOf(link.id), await stateOf(twin.id)], ['quarantined', 'quarantined'])
    const admin = host.as('instanceAdmin')
    await admin.signIn()
    await admin.call(restoreLink, { id: link.id })
    await pass(25 * 60)
    assert.equal(await stateOf(link.id), 'active')
  })
})
