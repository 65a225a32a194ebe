import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { furnish } from './lab/furnish.ts'
import { heading, switcher } from './lab/shell.ts'
import { openStage, type Stage } from './lab/stage.ts'

const mostStops = 40

let stage: Stage
let page: Page

async function openOverview(): Promise<void> {
  await page.goto('/admin')
  await page.getByText('Latest greeting').waitFor()
}

/** The focused element. */
const focused = () => page.locator(':focus')

/** The focused element has a name and a visible focus. */
async function focusedName(): Promise<string> {
  const { text, isSeen } = await focused().evaluate((element) => ({
    text:
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null) ??
      element.textContent.trim(),
    // A field with a button inside it draws the line around both.
    isSeen: [element, element.parentElement].some((one) => one && getComputedStyle(one).outlineStyle !== 'none'),
  }))
  assert.ok(isSeen, `the focus on "${text}" is not seen`)
  return text
}

/** Presses Tab until an element of this name has the focus; the focus must be visible at every stop. */
async function tabTo(name: string): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').count()) === 1 && (await focusedName()) === name) return
  }
  assert.fail(`"${name}" was not reached within ${mostStops} stops`)
}

/** The menu that was opened has taken the focus. */
const menuHasFocus = (): Promise<void> => page.locator('[role=menu]:focus, [role=menu] :focus').waitFor()

/** Chooses the last item of the open menu. */
async function chooseLast(): Promise<void> {
  await menuHasFocus()
  await page.keyboard.press('End')
  await page.getByRole('menu').locator('[role^=menuitem]').last().and(focused()).waitFor()
  await page.keyboard.press('Enter')
}

/** Opens a page by the palette. */
async function goTo(text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search and commands' })
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
  await page.getByRole('option', { name: text }).first().and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('Enter')
}

describe('a keyboard is enough', () => {
  before(async () => {
    stage = await openStage()
    await furnish(stage.visitor)
    page = await stage.open()
  })

  after(() => stage[Symbol.asyncDispose]())

  testTheFrame()
  testSessionsAndRecords()
})

function testTheFrame(): void {
  test('the first stop leads past the frame to the content', async () => {
    await openOverview()
    await page.keyboard.press('Tab')
    await page.getByText('Skip to content').and(focused()).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#content$/)
    await page.keyboard.press('Tab')
    await page.locator('main :focus').waitFor()
  })

  test('the sidebar opens a page, whose title then has the focus', async () => {
    await openOverview()
    await tabTo('Changes')
    await page.keyboard.press('Enter')
    await heading(page, 'Changes').and(focused()).waitFor()
  })

  test('the gear opens the settings, and Back leads to the page before them', async () => {
    await openOverview()
    await page.getByRole('link', { name: 'Settings', exact: true }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Workspace settings').and(focused()).waitFor()
    const settings = page.getByRole('navigation', { name: 'Settings', exact: true })
    await settings.getByRole('link', { name: 'Back' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, /, Owner$/).waitFor()
    assert.equal(await settings.count(), 0)
  })

  test('c opens the Create menu, whose entries open their forms', async () => {
    await openOverview()
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('menuitem', { name: 'Create short link' }).waitFor()
    await menuHasFocus()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create', exact: true }).and(focused()).waitFor()
  })

  test('a feature is switched off and on', async () => {
    await goTo('Features')
    const toggle = page.getByRole('switch', { name: 'Hello' })
    await toggle.waitFor()
    // Its title leads to its page; the switch of the same name stands after it.
    await tabTo('Hello')
    await tabTo('Hello')
    const areas = page.getByRole('navigation', { name: 'Areas' })
    await page.keyboard.press('Space')
    await areas.waitFor({ state: 'detached' })
    await toggle.and(page.locator('[aria-checked=false]')).waitFor()
    await page.keyboard.press('Space')
    await areas.waitFor()
    await toggle.and(page.locator('[aria-checked=true]')).waitFor()
  })

  test('the switcher opens, moves by arrows, closes by Escape and gives the focus back', async () => {
    await openOverview()
    await tabTo(await switcher(page).evaluate((button) => button.textContent.trim()))
    await page.keyboard.press('Enter')
    await menuHasFocus()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await switcher(page).and(focused()).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Harbour' }).waitFor()
    await menuHasFocus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitemradio', { name: 'Harbour' }).and(focused()).waitFor()
    await page.keyboard.press('Enter')
    await switcher(page).filter({ hasText: 'Harbour' }).waitFor()
  })
}

function testSessionsAndRecords(): void {
  test('a user signs in without a pointer, and is where they were', async () => {
    await page.context().close()
    page = await stage.open({ as: null })
    await page.goto('/login')
    await page.locator('input[name=email]:focus').waitFor()
    await page.keyboard.type(stage.owner.email)
    await tabTo('Password')
    await page.keyboard.type(stage.owner.password)
    await page.keyboard.press('Enter')
    await switcher(page).filter({ hasText: 'Harbour' }).waitFor()
    // The page takes the focus as it arrives.
    await page.locator('h1:focus').waitFor()
    await switcher(page).focus()
    await page.keyboard.press('Enter')
    await menuHasFocus()
    const home = page.getByRole('menuitemradio').filter({ hasNotText: 'Harbour' }).first()
    await home.focus()
    await page.keyboard.press('Enter')
    await switcher(page).filter({ hasNotText: 'Harbour' }).waitFor()
  })

  test('the palette opens a page, and c opens its create form', async () => {
    await goTo('Members')
    await heading(page, 'Members').and(page.locator(':focus')).waitFor()
    await page.getByRole('row', { name: /Owner/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'Invite people' }).locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('rows are gone through, chosen and opened, and the focus comes back to the row', async () => {
    const row = (place: number) => page.locator('tbody tr').nth(place)
    await page.keyboard.press('j')
    await row(0).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('j')
    await row(1).and(page.locator(':focus')).waitFor()
    await focusedName()
    await page.keyboard.press('k')
    await row(0).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('x')
    await row(0).getByRole('checkbox', { checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await row(0).getByRole('checkbox', { checked: false }).waitFor()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Member' })
    await panel.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await row(0).and(page.locator(':focus')).waitFor()
  })

  test('a view is saved', async () => {
    await page.goto('/admin/members?role=owner')
    await page.getByRole('row', { name: /Owner/ }).waitFor()
    await tabTo('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo('Views')
    await page.keyboard.press('Enter')
    await chooseLast()
    await page.getByRole('dialog', { name: 'Save view' }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Those who own it')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Those who own it' }).waitFor()
  })

  test('settings are changed, guarded and saved', async () => {
    await goTo('General')
    await heading(page, 'Workspace settings').and(page.locator(':focus')).waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await tabTo('Name')
    await page.keyboard.type('Acme by the sea')
    await goTo('Members')
    await page.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tabTo('Save changes')
    await page.keyboard.press('Enter')
    await switcher(page).filter({ hasText: 'Acme by the sea' }).waitFor()
  })

  test('a user signs out', async () => {
    await openOverview()
    await tabTo('Account: Owner')
    await page.keyboard.press('Enter')
    await chooseLast()
    await heading(page, 'Sign in').waitFor()
  })
}
