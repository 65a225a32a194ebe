/** A domain from its first day to its last, as an admin sees it, on real name servers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { startDnsTree, type DnsTree } from '../../plugins/domains/server/testing/dns-tree.ts'
import { picture } from './lab/picture.ts'
import { openSettled } from './lab/settle.ts'
import { assertSound, forgetShifts, measureShifts } from './lab/soundness.ts'
import { openStage, type Look, type Stage } from './lab/stage.ts'

const texts = {
  en: {
    add: 'Add domain',
    suffix: 'Names below this one are registered by others.',
    pending: 'Add the TXT record to verify this domain',
    copyName: 'Copy Name',
    copyValue: 'Copy Value',
    check: 'Check now',
    refused: 'The server refused the question.',
    failure: 'The server reported a failure.',
    wrong: 'Wrong value',
    verified: 'This domain is verified',
    more: 'More actions',
    remove: 'Remove domain',
    none: 'No domains yet',
  },
  zh: {
    add: '添加域名',
    suffix: '该名称之下的域名由他人注册。',
    pending: '添加 TXT 记录以验证此域名',
    copyName: '复制名称',
    copyValue: '复制值',
    check: '立即检查',
    refused: '服务器拒绝了查询。',
    failure: '服务器报告故障。',
    wrong: '值不正确',
    verified: '此域名已通过验证',
    more: '更多操作',
    remove: '移除域名',
    none: '暂无域名',
  },
} as const

/** The page asks every 15 seconds, and a busy machine answers late. */
const patience = 120_000

interface Walk {
  readonly look: Required<Pick<Look, 'language' | 'theme' | 'width'>>
  readonly name: string
  readonly ascii: string
}

const walks: readonly Walk[] = [
  { look: { language: 'en', theme: 'light', width: 1440 }, name: 'shop.example', ascii: 'shop.example' },
  { look: { language: 'zh', theme: 'dark', width: 390 }, name: 'bücher.example', ascii: 'xn--bcher-kva.example' },
]

describe('domains', () => {
  let dns: DnsTree
  let stage: Stage

  before(async () => {
    dns = await startDnsTree()
    const port = await freePort()
    const url = `http://localhost:${port}`
    stage = await openStage({ port, url, env: { ...dns.environment, HOST_PUBLIC_URL: url } })
  })

  after(async () => {
    await stage[Symbol.asyncDispose]()
    await dns[Symbol.asyncDispose]()
  })

  for (const { look, name, ascii } of walks) {
    const { language, theme, width } = look
    test(`an admin adds, proves and removes a domain, and nothing moves: ${language}, ${theme}, ${width} px`, async () => {
      const page = await stage.open(look)
      await measureShifts(page.context())
      const words = texts[language]
      const shoot = async (step: string): Promise<void> => {
        await assertSound(page)
        await picture(page, `domains-${step}-${language}-${width}`)
      }
      await openSettled(page, '/admin/domains')
      await shoot('none')

      await page.getByRole('button', { name: words.add }).click()
      const dialog = page.getByRole('dialog')
      await enter(dialog, 'co.uk')
      await dialog.getByText(words.suffix).waitFor()
      await shoot('refused')
      await enter(dialog, name)
      await page.getByText(words.pending).waitFor()
      const record = { name: await copied(page, words.copyName), value: await copied(page, words.copyValue) }
      assert.equal(record.name, `_host-challenge.${ascii}`)
      assert.match(record.value, /^host-challenge=\w{32}$/)
      await shoot('pending')

      const [one, two] = dns.servers
      dns.delegate(ascii)
      dns.break(one, 'refused')
      dns.break(two, 'failure')
      await page.getByRole('button', { name: words.check }).click()
      for (const reason of [words.refused, words.failure]) await page.getByText(reason).waitFor({ timeout: patience })
      await shoot('failed')

      dns.mend()
      dns.text(record.name, ['v=spf1 -all', 'x'.repeat(255)], one)
      await page.getByRole('button', { name: words.check }).click()
      await page.getByText(words.wrong).first().waitFor({ timeout: patience })
      await shoot('wrong')

      dns.text(record.name, [record.value])
      await page.getByText(words.verified).waitFor({ timeout: patience })
      // The check that the server repeats by itself replaces the record by the name servers.
      await forgetShifts(page)
      await shoot('verified')

      await page.getByRole('button', { name: words.more }).click()
      await page.getByRole('menuitem', { name: words.remove }).click()
      await dialog.getByRole('textbox').fill(name)
      await dialog.getByRole('button', { name: words.remove }).click()
      await page.getByText(words.none).waitFor()
      await shoot('removed')
      await page.context().close()
    })
  }
})

async function enter(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('textbox').fill(name)
  await dialog.locator('button[type=submit]').click()
}

/** Presses a button that copies. @returns the text in the clipboard */
async function copied(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: button, exact: true }).click()
  return await page.evaluate(() => navigator.clipboard.readText())
}
