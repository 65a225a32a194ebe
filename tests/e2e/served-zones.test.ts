/** A zone that two workers of this host serve, as an admin sets it up and sees it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { until } from '../../packages/host/testing/until.ts'
import { askServer } from '../../packages/dns/src/index.ts'
import { startDnsTree, type DnsTree } from '../../plugins/domains/server/testing/dns-tree.ts'
import { picture } from './lab/picture.ts'
import { inPair, pairs } from './lab/restyle.ts'
import { openSettled } from './lab/settle.ts'
import { assertSound, measureShifts } from './lab/soundness.ts'
import { openStage, type Stage } from './lab/stage.ts'

const zone = 'acme.example'
/** The host applies changes in the background, and a busy machine answers late. */
const patience = 120_000

describe('a zone that this host serves', () => {
  let dns: DnsTree
  let stage: Stage
  let dnsPort: number

  before(async () => {
    dns = await startDnsTree()
    const [port, other] = [await freePort(), await freePort()]
    dnsPort = other
    const url = `http://localhost:${port}`
    stage = await openStage({
      port,
      url,
      args: ['--workers', '2'],
      env: {
        ...dns.environment,
        HOST_PUBLIC_URL: url,
        HOST_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
        HOST_DNS_NAMES: 'ns1.host.example,ns2.host.example',
      },
    })
    await verify(stage, dns)
  })

  after(async () => {
    await stage?.[Symbol.asyncDispose]()
    await dns?.[Symbol.asyncDispose]()
  })

  test('an admin adds it in a browser, and both workers answer a change', async () => {
    const page = await stage.open()
    page.setDefaultTimeout(patience)
    await addAccount(page)
    await addZone(page)
    await addAlias(page)
    await page.getByRole('link', { name: 'DNS server' }).click()
    await page.getByText('ns1.host.example').waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Not set', { exact: true }).waitFor()
    await createKey(page)
    await page.context().close()
    // Workers share the sockets, so each answer may come from another one.
    const answers = async (protocol: 'udp' | 'tcp'): Promise<boolean> => {
      const asked = await Promise.all(['NS', 'TXT', 'SOA'].map((type) => ask(dnsPort, { protocol, type })))
      return asked.every((count) => count > 0)
    }
    for (const protocol of ['udp', 'tcp', 'tcp', 'tcp'] as const) await until(() => answers(protocol))
  })

  for (const language of ['en', 'zh'] as const) {
    test(`its page is sound: ${language}`, async () => {
      const id = await firstZone(stage)
      const pair = pairs[language]
      const page = await stage.open({ language, ...pair[0] })
      await measureShifts(page.context())
      await openSettled(page, `/admin/domains/zones/${id}/server`)
      await inPair(page, pair, async ({ theme, width }) => {
        await picture(page, `zones-server-${language}-${theme}-${width}`)
        await assertSound(page)
      })
      await page.context().close()
    })
  }
})

async function verify({ visitor }: Stage, dns: DnsTree): Promise<void> {
  dns.delegate(zone)
  const { body } = await visitor.post<Claimed>('/api/domains', { name: zone })
  dns.text(body.challenge.name, [body.challenge.value])
  const { status } = await visitor.post(`/api/domains/${body.id}/verify`, {})
  assert.equal(status, 200)
}

interface Claimed {
  readonly id: string
  readonly challenge: { readonly name: string; readonly value: string }
}

async function addAccount(page: Page): Promise<void> {
  await openSettled(page, '/admin/domains/accounts')
  await page.getByRole('button', { name: 'Add account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: /^Built-in DNS server/ }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('This host')
  await dialog.getByRole('button', { name: 'Test and add' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: /Connected/ }).waitFor()
}

async function addZone(page: Page): Promise<void> {
  await openSettled(page, '/admin/domains/zones')
  await page.getByRole('button', { name: 'Add zone' }).first().click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Zone' }).click()
  await page.getByRole('option', { name: new RegExp(`^${zone}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add zone' }).click()
  await page.getByRole('row').filter({ hasText: 'ns1.host.example.' }).waitFor()
}

async function addAlias(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add record' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('@')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /^ALIAS/ }).click()
  await page.getByRole('textbox', { name: 'Value 1' }).fill('front.example.')
  await page.getByRole('button', { name: 'Add to changes' }).click()
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await page.getByText('Applied and verified').waitFor()
}

async function createKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Certificates')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('nsupdate -k zone.key').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row').filter({ hasText: 'Certificates' }).waitFor()
}

/** How many records the server answers. */
async function ask(
  port: number,
  { protocol, type }: { readonly protocol: 'udp' | 'tcp'; readonly type: string },
): Promise<number> {
  const name = type === 'TXT' ? `_host-challenge.${zone}.` : `${zone}.`
  const options = { address: '127.0.0.1', port, isAllowedAddress: () => true }
  return (await askServer({ ...options, protocol, question: { name, type } })).answers.length
}

async function firstZone({ visitor }: Stage): Promise<string> {
  const { body } = await visitor.get<{ items: { id: string }[] }>('/api/x/domains/zones')
  const id = body.items[0]?.id
  assert.ok(id !== undefined, 'the walk has added no zone')
  return id
}
