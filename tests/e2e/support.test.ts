/** Support access from the request in the console to its end, on both sides. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterBySupport, workspaceOf } from '../spec/lab/support.ts'
import { Visitor } from '../spec/lab/visitor.ts'
import { openReady } from './lab/open-ready.ts'
import { picture } from './lab/picture.ts'
import { assertSound, forgetShifts } from './lab/soundness.ts'
import { openStage, type Look, type Person, type Stage } from './lab/stage.ts'
import { wordsOf, type Say } from './lab/words.ts'

const finn: Person = { name: 'Finn', email: 'finn@example.test', password: 'seven slow wooden trains' }
const reason = 'The import of June 3 fails'

const looks = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'zh', theme: 'dark', width: 390 },
] as const satisfies readonly Look[]

/** Pages of the workspace, and the keys of their titles. */
const places = { '/settings/workspace': 'workspaces.settings.title', '/members': 'workspaces.members.title' } as const

let stage: Stage
let orgId: string

describe('support access in the browser', () => {
  before(async () => {
    stage = await openStage()
    orgId = await workspaceOf(stage.visitor)
    const made = await stage.visitor.post<{ id: string }>('/api/instance/users', finn)
    const path = `/api/instance/users/${made.body.id}`
    const { status } = await stage.visitor.send('PATCH', path, { body: { isInstanceAdmin: true } })
    assert.equal(status, 200)
  })

  after(() => stage[Symbol.asyncDispose]())

  for (const look of looks) {
    const name = `${look.language}-${look.theme}-${look.width}`

    test(`it is requested, granted, shown on every page and ended with one press, ${name}`, async () => {
      const say = await wordsOf(look.language)
      await using admin = await openReady(stage, '/instance/workspaces', { ...look, as: finn })
      // The panel covers the page on a phone.
      await admin.goto(`/instance/workspaces?open=${orgId}`)
      await request(admin, say)
      await inspect(admin, `support-request-${name}`)
      await using owner = await openReady(stage, '/admin/settings/workspace', look)
      await grant(owner, say)
      await banner(owner, say).waitFor()
      await inspect(owner, `support-granted-${name}`)

      await admin.reload()
      await press(admin, say('instance.support.enter'))
      await admin.waitForURL(/\/admin\/@acme/)
      await banner(admin, say).waitFor()
      for (const [path, title] of Object.entries(places)) {
        await admin.goto(`/admin/@acme${path}`)
        await admin.getByRole('heading', { level: 1, name: say(title) }).waitFor()
        await banner(admin, say).waitFor()
      }
      await settled(admin)
      await inspect(admin, `support-members-${name}`)
      await press(admin, say('shell.support.end'))
      await admin.waitForURL(/\/instance\/workspaces/)
      await banner(owner, say).waitFor({ state: 'detached' })
    })
  }

  test('an owner ends it with one press, and the page of the instance admin shows nothing more', async () => {
    const say = await wordsOf('en')
    await using admin = await openReady(stage, '/instance/workspaces', { as: finn })
    const visitor = await new Visitor(stage.url).take(await cookieOf(admin))
    await enterBySupport({ admin: visitor, owner: stage.visitor, orgId }, 'read')
    await admin.goto('/admin/@acme/members')
    await banner(admin, say).waitFor()
    await using owner = await openReady(stage, '/admin/members')
    await press(owner, say('shell.support.end'))
    await banner(owner, say).waitFor({ state: 'detached' })
    await admin.getByRole('dialog').waitFor()
    assert.equal((await visitor.get('/api/members', { 'x-workspace': orgId })).status, 401)
  })
})

async function request(admin: Page, say: Say): Promise<void> {
  await press(admin, say('instance.support.request'))
  const dialog = admin.getByRole('dialog').last()
  await dialog.getByRole('textbox').fill(reason)
  await dialog.locator('button[type=submit]').click()
  await admin.getByRole('button', { name: say('instance.support.withdraw') }).waitFor()
}

async function grant(owner: Page, say: Say): Promise<void> {
  await owner.getByText(reason).first().waitFor()
  await press(owner, say('workspaces.support.grant'))
  await owner.getByRole('dialog').locator('button[type=submit]').click()
  await owner.getByRole('button', { name: say('workspaces.support.end') }).waitFor()
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** The banner, by its words up to the time. */
const banner = (page: Page, say: Say) =>
  page
    .getByRole('status')
    .filter({ hasText: say('shell.support.title', { name: 'Finn', workspace: 'Acme', time: '' }).trim() })

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

/** The banner comes with an answer of the server, on purpose. */
async function inspect(page: Page, name: string): Promise<void> {
  await forgetShifts(page)
  await assertSound(page)
  await picture(page, name)
}

async function cookieOf(page: Page): Promise<string> {
  const [cookie] = await page.context().cookies()
  return `${cookie?.name}=${cookie?.value}`
}
