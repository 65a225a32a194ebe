import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { noUtm, type UtmTemplate } from '../shared.ts'
import { linkHosts } from './fixture.ts'
import { plugin } from './index.ts'

const template: UtmTemplate = { ...noUtm, id: 'utmtemplate_1', name: 'Mail', source: 'news & more', medium: 'email' }
const answers = {
  'GET /api/x/links/links': { items: [], nextCursor: null },
  'GET /api/x/links/hosts': { items: linkHosts },
  'GET /api/x/links/tags': { items: [] },
  'GET /api/x/links/folders': { items: [] },
  'GET /api/x/links/utm-templates': { items: [template] },
}

let page: MountedPage
afterEach(() => page?.unmount())

const url = () => page.find<HTMLInputElement>('[name=url]').value
const press = (text: string) =>
  page.act(() =>
    Array.from(document.querySelectorAll('button, [role=option], [role=menuitem]'))
      .findLast((element): element is HTMLElement => element.textContent === text)
      ?.click(),
  )

/** Opens the builder in the dialog of a new link. */
async function openBuilder(more: object = {}) {
  page = await mountPage({ plugin, path: '/links?create=1', answers: { ...answers, ...more } })
  await press('UTM parameters')
  await expect.poll(() => document.querySelector('[name=utm_source]')).toBeTruthy()
}

test('the builder edits the parameters of the target alone, and shows the result', async () => {
  await openBuilder()
  expect(page.find<HTMLInputElement>('[name=utm_source]').disabled).toBe(true)
  await page.fill('[name=url]', 'https://example.com/?a=%41&utm_source=old&b#top')
  expect(page.find<HTMLInputElement>('[name=utm_source]').value).toBe('old')
  await page.fill('[name=utm_source]', 'a&b #😀')
  await page.fill('[name=utm_content]', 'x')
  const expected = 'https://example.com/?a=%41&utm_source=a%26b%20%23%F0%9F%98%80&b&utm_content=x#top'
  expect(url()).toBe(expected)
  expect(page.find('[role=group] output').textContent).toBe(expected)
  await page.fill('[name=utm_source]', '')
  expect(url()).toBe('https://example.com/?a=%41&b&utm_content=x#top')
})

test('a template is deleted after a question', async () => {
  await openBuilder({ 'DELETE /api/x/links/utm-templates/utmtemplate_1': undefined })
  await press('Manage templates')
  await page.click('[aria-label="Actions for Mail"]')
  await press('Delete template')
  await press('Delete template')
  expect(page.requests.some(({ method }) => method === 'DELETE')).toBe(true)
})

test('a template is created in a dialog of its own, and the link is not', async () => {
  await openBuilder({ 'POST /api/x/links/utm-templates': template })
  await page.fill('[name=url]', 'https://example.com/')
  await press('Manage templates')
  expect(document.body.textContent).toContain('news & more · email')
  await press('Create template')
  await page.fill('[name=name]', 'Mail')
  await page.fill('[name=source]', 'news')
  await press('Save template')
  const posts = page.requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path)).toEqual(['/api/x/links/utm-templates'])
  expect(posts[0]?.body).toMatchObject({ name: 'Mail', source: 'news' })
})

test.each(variants)('nothing hinders anybody in $theme and $language', async (variant) => {
  page = await mountPage({ plugin, path: '/links?create=1', answers, ...variant })
  await press(variant.language === 'zh' ? 'UTM 参数' : 'UTM parameters')
  await expect.poll(() => document.querySelector('[name=utm_source]')).toBeTruthy()
  expect(await accessibilityProblems(page)).toEqual([])
})
