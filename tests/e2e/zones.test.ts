/** A domain in its zone at a real name server, as an admin sees it: added, proved, changed and reverted. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { askServer } from '../../packages/dns/src/index.ts'
import { missingTools } from '../../packages/dns/src/testing/index.ts'
import { startDnsTree, type DnsTree } from '../../plugins/domains/server/testing/dns-tree.ts'
import { openPeer, peerZone, type OpenPeer } from '../../plugins/domains/server/testing/open-peer.ts'
import { picture } from './lab/picture.ts'
import { inPair, pairs, turned, type Pair } from './lab/restyle.ts'
import { openSettled } from './lab/settle.ts'
import { assertSound, forgetShifts, measureShifts } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

/** The server applies plans and checks domains in the background, and a busy machine answers late. */
const patience = 120_000
const address = '192.0.2.80'

describe('zones at a name server', { skip: missingTools('named') }, () => {
  let dns: DnsTree
  let peer: OpenPeer
  let stage: Stage

  before(async () => {
    dns = await startDnsTree()
    dns.delegate(peerZone)
    peer = await openPeer('bind')
    const port = await freePort()
    const url = `http://localhost:${port}`
    const allowed = `${dns.environment['HOST_SAFEHTTP_ALLOW']},${peer.settings['server']}`
    stage = await openStage({
      port,
      url,
      env: { ...dns.environment, HOST_SAFEHTTP_ALLOW: allowed, HOST_PUBLIC_URL: url },
    })
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await peer?.[Symbol.asyncDispose]()
    await dns?.[Symbol.asyncDispose]()
  })

  test('a browser walks a domain from adding to proved, changed and reverted', async () => {
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await addAccount(page, peer)
    await addZone(page)
    await proveDomain(page, async (name) => {
      const values = await held(peer, name, 'TXT')
      // The delegated servers publish the zone of the primary server.
      dns.text(
        name,
        values.map((value) => value.replaceAll('"', '')),
      )
      return values
    })
    const www = `shop.${peerZone}`
    assert.deepEqual(await held(peer, www, 'A'), [])
    await planAddress(page)
    assert.deepEqual(await held(peer, www, 'A'), [], 'a plan alone writes nothing')
    await apply(page)
    assert.deepEqual(await held(peer, www, 'A'), [address])
    await revert(page)
    assert.deepEqual(await held(peer, www, 'A'), [])
    await openSettled(page, '/admin/domains/ddns')
    await openTokenForm(page)
    const token = await createToken(page, 'Router at home')
    const authorization = `Basic ${Buffer.from(`router:${token}`).toString('base64')}`
    const update = `${stage.url}/nic/update?hostname=home.${peerZone}&myip=${address}`
    const answer = await fetch(update, { headers: { authorization } })
    assert.equal(await answer.text(), `good ${address}\n`)
    assert.deepEqual(await held(peer, `home.${peerZone}`, 'A'), [address])
    await page.getByRole('dialog').getByRole('button', { name: 'I saved the token' }).click()
    await page.getByRole('row').filter({ hasText: 'Router at home' }).getByText('Updated').waitFor()
    await page.context().close()
  })

  for (const language of ['en', 'zh'] as const) {
    const pair = pairs[language]

    test(`the pages of a zone are sound with its records: ${language}`, async () => {
      const zone = await firstZone(stage)
      const plan = await planOf(stage, zone)
      const page = await stage.open({ language, ...pair[0] })
      await measureShifts(page.context())
      const paths = {
        accounts: '/admin/domains/accounts',
        zones: '/admin/domains/zones',
        zone: `/admin/domains/zones/${zone}`,
        plan: `/admin/domains/zones/${zone}?plan=${plan}`,
        change: `/admin/domains/zones/${zone}/changes/${plan}`,
        history: `/admin/domains/zones/${zone}/history`,
      }
      for (const [place, [name, path]] of Object.entries(paths).entries()) {
        await openSettled(page, path)
        await inPair(page, place % 2 === 0 ? pair : turned(pair), async ({ theme, width }) => {
          await picture(page, `zones-${name}-${language}-${theme}-${width}`)
          await assertSound(page)
          if (name !== 'history') return
          const table = await page.getByRole('table').boundingBox()
          assert.ok((table?.width ?? 0) < width, 'the state of each change is in sight')
        })
      }
      await page.context().close()
    })

    test(`the page of dynamic DNS is sound, and so are its dialogs: ${language}`, async () => {
      const page = await stage.open({ language, ...pair[0] })
      await measureShifts(page.context())
      await openSettled(page, '/admin/domains/ddns')
      const inspect = (name: string, looked: Pair) =>
        inPair(page, looked, async ({ theme, width }) => {
          await picture(page, `ddns-${name}-${language}-${theme}-${width}`)
          await assertSound(page)
        })
      await inspect('tokens', pair)
      await openTokenForm(page)
      await forgetShifts(page)
      await inspect('add', turned(pair))
      await createToken(page, 'Office')
      await forgetShifts(page)
      await inspect('ready', pair)
      await page.context().close()
    })
  }
})

async function addAccount(page: Page, { settings }: OpenPeer): Promise<void> {
  await openSettled(page, '/admin/domains/accounts')
  await page.getByRole('button', { name: 'Add account' }).first().click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'Provider', /^RFC 2136/)
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Main servers')
  for (const name of ['server', 'zones', 'key_name', 'secret']) {
    await dialog.locator(`[name=${name}]`).fill(settings[name] ?? '')
  }
  await choose(page, 'Algorithm', new RegExp(`^${settings['algorithm']}`))
  await dialog.getByRole('button', { name: 'Test and add' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: /Connected/ }).waitFor()
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function addZone(page: Page): Promise<void> {
  await openSettled(page, '/admin/domains/zones')
  await page.getByRole('button', { name: 'Add zone' }).first().click()
  await choose(page, 'Zone', new RegExp(`^${peerZone}`))
  await page.getByRole('dialog').getByRole('button', { name: 'Add zone' }).click()
  await page.getByRole('row').filter({ hasText: '192.0.2.53' }).waitFor()
}

/** @param publish gives the texts of a name that the name server has now, and delegates to them */
async function proveDomain(page: Page, publish: (name: string) => Promise<readonly string[]>): Promise<void> {
  await openSettled(page, '/admin/domains')
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').fill(peerZone)
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Set record by a plan' }).click()
  await apply(page)
  const values = await publish(`_host-challenge.${peerZone}`)
  assert.equal(values.length, 1)
  assert.match(values[0] ?? '', /^"host-challenge=\w{32}"$/)
  await openSettled(page, '/admin/domains')
  await page.getByRole('link', { name: peerZone }).first().click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('This domain is verified').waitFor()
}

/** Sets an address of the zone through the changes that wait. */
async function planAddress(page: Page): Promise<void> {
  await openSettled(page, '/admin/domains/zones')
  await page.getByRole('link', { name: peerZone }).first().click()
  await page.getByRole('button', { name: 'Add record' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('shop')
  await page.getByRole('textbox', { name: 'Value 1' }).fill(address)
  await page.getByRole('button', { name: 'Add to changes' }).click()
  const pending = page.getByRole('list', { name: 'Pending changes' })
  await pending.getByText(address).waitFor()
  await page.locator('[name=note]').fill('Opens the shop')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByText('Opens the shop').waitFor()
  await page.getByText(address).waitFor()
}

/** Approves the plan that is shown, and follows it to its end. */
async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await page.getByText('Applied and verified').waitFor()
}

/** Opens the form on the page of dynamic DNS. */
async function openTokenForm(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Create token|创建令牌)$/ })
    .first()
    .click()
  await page.getByRole('dialog').locator('[name=names]').waitFor()
}

/** Sends the open form. @returns the token, which its dialog shows */
async function createToken(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=name]').fill(name)
  await dialog.locator('[name=names]').fill('home')
  await dialog.locator('button[type=submit]').click()
  const token = await dialog.getByText(/^dyn_[a-z2-7]{28}$/).textContent()
  assert.ok(token)
  return token
}

async function revert(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('row').filter({ hasText: 'Opens the shop' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Revert', exact: true }).click()
  await page.getByText('View the reverted change').waitFor()
  await apply(page)
}

/** The records that the name server itself answers. */
async function held({ settings }: OpenPeer, name: string, type: string): Promise<readonly string[]> {
  const [server = '', port] = (settings['server'] ?? '').split(':')
  const question = { name: `${name}.`, type }
  const { answers } = await askServer({ address: server, port: Number(port), question, isAllowedAddress: () => true })
  return answers.map(({ data }) => data)
}

async function firstZone({ visitor }: Stage): Promise<string> {
  const { body } = await visitor.get<{ items: { id: string }[] }>('/api/x/domains/zones')
  const id = body.items[0]?.id
  assert.ok(id !== undefined, 'the walk has added no zone')
  return id
}

/** Plans one record set more, one less and one that differs. */
async function planOf({ visitor }: Stage, zone: string): Promise<string> {
  const { status, body } = await visitor.post<{ changeset: { id: string } }>(`/api/x/domains/zones/${zone}/plan`, {
    note: 'Moves mail to another provider.',
    set: [
      { name: '@', type: 'MX', ttl: 3600, data: ['10 mx1.mail.example.', '20 mx2.mail.example.'] },
      { name: 'www', type: 'A', ttl: 300, data: ['192.0.2.2'] },
    ],
    delete: [{ name: 'ns.sub', type: 'A' }],
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.changeset.id
}
