import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { Link } from '../shared.ts'
import { link as autumn } from './fixture.ts'
import { plugin } from './index.ts'

const path = '/api/x/links/links/link_1'
const link: Link = {
  ...autumn,
  previewTitle: 'Autumn <b>',
  previewDescription: 'Hot tea',
  previewPicture: { path: `${path}/picture/1`, width: 1200, height: 630 },
}
const answers = {
  [`GET ${path}`]: link,
  'GET /api/x/links/hosts': { items: [] },
  'GET /api/x/links/tags': { items: [] },
  'GET /api/x/links/folders': { items: [] },
  'GET /api/x/links/utm-templates': { items: [] },
}

let page: MountedPage
afterEach(() => page?.unmount())

const open = (more: object = {}, language: 'en' | 'zh' = 'en') =>
  mountPage({ plugin, path: '/links/link_1/settings', answers: { ...answers, ...more }, language })
const sent = (method: string, to: string) =>
  page.requests.filter((request) => request.method === method && request.path === to)
const buttonNamed = (text: string) => {
  const found = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent === text)
  if (found === undefined) throw new Error(`No button is named ${text}.`)
  return found
}
const press = (text: string) => page.act(() => buttonNamed(text).click())
const card = () => page.find('figure')
const title = () => page.find<HTMLInputElement>('[name=previewTitle]')
const save = () => page.act(() => title().form?.requestSubmit())

test('the card shows the picture and the texts as they are typed, and saving sends both', async () => {
  page = await open({ [`PATCH ${path}`]: link })
  expect(card().querySelector('img')?.getAttribute('src')).toBe(`${path}/picture/1?workspace=wsp_1`)
  expect(card().textContent).toBe('go.example.comAutumn <b>Hot tea')
  await page.fill('[name=previewTitle]', 'Winter')
  expect(card().textContent).toContain('Winter')
  await page.fill('[name=previewTitle]', '')
  expect(card().textContent).toContain('go.example.com/autumn')
  await save()
  expect(sent('PATCH', path)[0]?.body).toEqual({ previewTitle: '', previewDescription: 'Hot tea' })
})

test.each([
  ['en', 'Take from target'],
  ['zh', '读取目标'],
] as const)('texts of the target fill the fields, and are saved only on request (%s)', async (language, label) => {
  const texts = { previewTitle: 'Tea & cake', previewDescription: 'From the target' }
  page = await open({ [`POST ${path}/suggest-preview`]: texts, [`PATCH ${path}`]: { ...link, ...texts } }, language)
  await page.fill('[name=previewTitle]', 'Typed')
  const button = buttonNamed(label)
  button.focus()
  await press(label)
  expect(title().value).toBe('Tea & cake')
  expect(card().textContent).toContain('From the target')
  expect(sent('PATCH', path)).toEqual([])
  expect(document.activeElement).toBe(button)
  await save()
  expect(sent('PATCH', path)[0]?.body).toEqual(texts)
})

test('a target without texts leaves the fields as they are, and a failed request says so', async () => {
  page = await open({ [`POST ${path}/suggest-preview`]: { previewTitle: '', previewDescription: '' } })
  await press('Take from target')
  expect(page.text()).toContain('The target states no title and no description.')
  expect(title().value).toBe('Autumn <b>')
  await page.unmount()
  page = await open({ [`POST ${path}/suggest-preview`]: problem(503, 'overloaded') })
  await press('Take from target')
  expect(page.find('[role=alert]').textContent).not.toBe('')
})

test('an error is named at its field', async () => {
  const refused = problem(400, 'invalid_input', { errors: [{ path: 'previewTitle', message: 'Choose another one.' }] })
  page = await open({ [`PATCH ${path}`]: refused })
  await save()
  expect(title().getAttribute('aria-invalid')).toBe('true')
  expect(title().form?.textContent).toContain('Choose another one.')
  expect(document.activeElement).toBe(title())
})

test('a picture is uploaded when it is dropped, a refused one says why, and it is removed', async () => {
  const message = 'Choose a picture of at most 4096 pixels on each side.'
  page = await open({
    [`PUT ${path}/picture`]: problem(400, 'invalid_input', { errors: [{ path: 'file', message }] }),
    [`DELETE ${path}/picture`]: { ...link, previewPicture: null },
  })
  const drop = async (name: string, type: string) => {
    const files = [new File(['x'], name, { type })]
    const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
    const zone = page.find('main input[type=file]').closest('[role=group]')?.firstElementChild
    await page.act(() => zone?.dispatchEvent(event))
  }
  await drop('sun.svg', 'image/svg+xml')
  expect(sent('PUT', `${path}/picture`)).toEqual([])
  await drop('sun.png', 'image/png')
  await vi.waitFor(() => expect(page.text()).toContain(message))
  expect(sent('PUT', `${path}/picture`)[0]?.headers.get('x-file-name')).toBe('sun.png')
  await press('Remove picture')
  expect(sent('DELETE', `${path}/picture`).length).toBe(1)
})

test('a link with a password says that it shows no preview', async () => {
  page = await open({ [`GET ${path}`]: { ...link, hasPassword: true } })
  expect(page.text()).toContain('A link with a password shows no preview.')
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/links/link_1/settings', answers, ...variant })
  expect(await accessibilityProblems(page)).toEqual([])
})
