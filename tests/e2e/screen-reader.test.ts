/**
 * The frame as a screen reader exposes it, in both languages, compared with snapshots/. `HOST_UPDATE_SNAPSHOTS=1`
 * rewrites a snapshot after a change of the frame, for a reviewer to read.
 */
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openSettled } from './lab/settle.ts'
import { openStage, type Stage } from './lab/stage.ts'

const snapshots = join(import.meta.dirname, 'snapshots')
const shells = { admin: '/admin/changes', settings: '/admin/features', instance: '/instance/plugins' } as const

describe('the frame as a screen reader exposes it', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })

  after(() => stage[Symbol.asyncDispose]())

  for (const language of ['en', 'zh'] as const) {
    for (const [shell, path] of Object.entries(shells)) {
      test(`${shell} in ${language}`, async () => {
        const page = await stage.open({ language })
        await openSettled(page, path)
        // Plugin widgets in the bar appear after the page is rendered.
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^(?:Notifications|通知)/ })
          .waitFor()
        // The page itself is its plugin's; here the frame around it counts.
        await page.locator('#content').evaluate((main) => {
          for (const child of main.children) child.setAttribute('hidden', '')
        })
        const tree = await page.locator('body').ariaSnapshot()
        await page.context().close()
        await assertKept(`frame-${shell}-${language}.yml`, tree)
      })
    }
  }
})

async function assertKept(name: string, tree: string): Promise<void> {
  const file = join(snapshots, name)
  if (process.env['HOST_UPDATE_SNAPSHOTS'] === '1') {
    await mkdir(snapshots, { recursive: true })
    await writeFile(file, `${tree}\n`)
  }
  assert.equal(`${tree}\n`, await readFile(file, 'utf8'))
}
