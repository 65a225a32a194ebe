import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lab/browser.ts'
import { freePort } from '../../packages/cli/src/dev/free-port.ts'
import { composedProduct } from './lab/composed.ts'
import { install, run, start, type Running } from './lab/executable.ts'
import { picture } from './lab/picture.ts'
import { heading } from './lab/shell.ts'
import { assertFitsSmallest, assertSound, measureShifts } from './lab/soundness.ts'

const admin = { email: 'owner@example.test', password: 'four quiet paper boats' }

describe('an empty instance on a new machine, with the encrypted backup of another one', () => {
  let folder: string
  let running: Running
  let browser: Browser
  let page: Page
  let key: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'host-restore-'))
    const [old, fresh] = [join(folder, 'old'), join(folder, 'new')]
    for (const each of [old, fresh]) await mkdir(each)
    const executable = await composedProduct()
    const path = await install(executable, old)
    const { output } = await run(path, ['backups', 'key', 'backup.key'])
    key = await readFile(join(old, 'backup.key'), 'utf8')
    await writeFile(
      join(old, '.env'),
      `HOST_BACKUP=${folder}/backups\n${/^HOST_BACKUP_RECIPIENT=.*$/m.exec(output)?.[0]}\n`,
    )
    const env = { HOST_ADMIN_EMAIL: admin.email, HOST_ADMIN_PASSWORD: admin.password }
    await (await start(path, { env })).stop()
    const made = await run(path, ['backup'])
    assert.equal(made.code, 0, made.output)

    await mkdir(join(fresh, 'data'))
    for (const file of (await readdir(join(old, 'data'))).filter((name) => name.endsWith('.key'))) {
      await copyFile(join(old, 'data', file), join(fresh, 'data', file))
    }
    // It listens at the same address after the restore.
    const port = await freePort()
    running = await start(await install(executable, fresh), { port, env: { HOST_BACKUP: join(folder, 'backups') } })
    browser = await launchBrowser()
    const context = await browser.newContext({ baseURL: running.url, locale: 'en-US', colorScheme: 'light' })
    context.setDefaultTimeout(20_000)
    await measureShifts(context)
    page = await context.newPage()
  })

  after(async () => {
    await browser.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('the welcome page lists the backup, in both languages and themes and on a phone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(await running.setUpLink())
    await assertSound(page)
    await page.getByRole('button', { name: 'Restore a backup instead' }).press('Enter')
    await page.getByRole('radio').waitFor()
    await assertSound(page)
    await picture(page, 'restore-en-light')
    await page.getByRole('button', { name: '中文', exact: true }).click()
    await page.getByRole('button', { name: '深色', exact: true }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await heading(page, '恢复备份').waitFor()
    await assertFitsSmallest(page)
    await assertSound(page)
    await picture(page, 'restore-zh-dark')
    await page.getByRole('button', { name: 'English', exact: true }).click()
  })

  test('another key is refused at its field', async () => {
    await page.getByLabel('Private key').fill(`hostkey1_${'A'.repeat(43)}`)
    await page.getByRole('button', { name: 'Restore backup' }).click()
    await page.getByText('This key does not open the backup.').waitFor()
    await assertSound(page)
    await picture(page, 'restore-refused')
  })

  test('with its key the backup is restored, and its account signs in', async () => {
    await page
      .getByLabel('Choose key file')
      .setInputFiles({ name: 'k', mimeType: 'text/plain', buffer: Buffer.from(key) })
    await page.getByRole('button', { name: 'Restore backup' }).click()
    await heading(page, 'Restoring the backup').waitFor()
    await assertSound(page)
    await picture(page, 'restore-waiting')
    await page.getByText(/The backup of .* is restored/).waitFor()
    await assertSound(page)
    await picture(page, 'restore-done')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/admin\//)
    await page.goto('/instance/backups')
    await page.getByText('No job runs, and no email or webhook is sent').waitFor()
    assert.doesNotMatch(running.output(), /hostkey1_/)
  })
})
