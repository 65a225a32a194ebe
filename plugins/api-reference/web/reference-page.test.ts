import { afterEach, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { document as api } from './fixture.ts'
import { plugin } from './index.ts'

let page: MountedPage
afterEach(() => page?.unmount())

const answers = { 'GET /api/openapi.json': api, 'GET /api/instance/openapi.json': api }
const open = (path: `/${string}`) => mountPage({ plugin, path, answers })
const panel = () => page.find('aside, [role=dialog]')

test('§A56 the operations stand under their plugins, with how many there are', async () => {
  page = await open('/api-reference')
  for (const text of ['Garden', 'Tools', '/api/x/garden/beds/{id}', 'Change a bed', 'PUT']) {
    expect(page.text()).toContain(text)
  }
  expect(document.querySelectorAll('details[open]').length).toBe(0)
  expect(page.find('a[href*="/help/api"]')).toBeTruthy()
})

test('§A56 a search opens its results, by path, sentence, scope or plugin', async () => {
  for (const found of ['beds put', 'change A', 'garden.write', 'garden']) {
    page = await open(`/api-reference?q=${encodeURIComponent(found)}`)
    expect([...document.querySelectorAll('details[open] summary')].map((one) => one.textContent)).toEqual(['Garden1'])
    expect(page.text()).not.toContain('List the tools')
    await page.unmount()
  }
  page = await open('/api-reference?q=nowhere')
  expect(page.text()).toContain('No results')
})

test('§A56 the list is narrowed by role, and to routes that take tokens', async () => {
  page = await open('/api-reference?access=public')
  expect(page.text()).not.toContain('Change a bed')
  await page.unmount()
  page = await open('/api-reference?token=yes')
  expect(page.text()).not.toContain('List the tools')
})

test('§A57 an address opens an operation: its callers, input, answers and refusals', async () => {
  page = await open('/api-reference?operation=garden_set_bed')
  const text = panel().textContent
  for (const told of ['Admins and owners', 'garden.write', 'Only who digs changes it.', 'Twice is once.']) {
    expect(text).toContain(told)
  }
  for (const told of ['in the path', 'length ≥ 1', 'Idempotency-Key', 'in a header']) {
    expect(text).toContain(told)
  }
  for (const told of ['Its display name.', 'length ≤ 80', '"flowers" | "it\'s herbs"', 'optional']) {
    expect(text).toContain(told)
  }
  for (const told of ['not_found', 'Not there.', 'conflict', 'It has changed.', 'last_owner']) {
    expect(text).toContain(told)
  }
  expect(document.querySelectorAll('details[open] a[aria-current=true]').length).toBe(1)
})

test('§A57 an operation that is not there says so', async () => {
  page = await open('/api-reference?operation=tools_gone')
  expect(panel().textContent).toContain('Operation not found')
})

test('§A58 a schema that holds itself is opened one level at a time', async () => {
  page = await open('/api-reference?operation=garden_set_bed')
  const branches = () => [...panel().querySelectorAll('details')].filter((one) => one.textContent?.includes('children'))
  for (let depth = 0; depth < 4; depth += 1) {
    const last = branches().at(-1)
    if (last === undefined) throw new Error('There is no branch.')
    expect(last.querySelectorAll('details').length).toBe(0)
    await page.act(() => {
      last.open = true
      last.dispatchEvent(new Event('toggle'))
    })
  }
  expect(panel().textContent?.match(/label/g)?.length).toBe(5)
})

test('the console has the page as well', async () => {
  page = await mountPage({ plugin, path: '/whole-api', scope: 'instance', answers })
  expect(page.text()).toContain('All operations of this build')
})

for (const variant of variants) {
  test(`${variant.theme} ${variant.language}: the list and an operation are accessible`, async () => {
    page = await mountPage({ plugin, path: '/api-reference?q=garden&operation=garden_set_bed', answers, ...variant })
    expect(page.text()).not.toMatch(/api-reference\.\w/)
    expect(await accessibilityProblems(page)).toEqual([])
  })
}

const label = (text: string) => {
  const named = [...document.querySelectorAll('button')].findLast((each) => each.textContent?.trim() === text)
  if (named === undefined) throw new Error(`No button says "${text}".`)
  return page.act(() => named.click())
}
const sentTo = (path: string) => page.requests.filter((each) => each.path === path)

test('a reading operation is sent with the session, and its status, time and body are shown', async () => {
  page = await mountPage({
    plugin,
    path: '/api-reference?operation=tools_list_tools',
    answers: { ...answers, 'GET /api/tools': { items: ['rake'] } },
  })
  await label('Try it')
  await vi.waitFor(() => expect(document.querySelector('textarea')).toBeTruthy())
  await page.fill('textarea', '{"q": "rake"')
  expect(panel().textContent).toContain('Enter a JSON object.')
  await page.fill('textarea', '{"q": "rake"}')
  await label('Send')
  await vi.waitFor(() => expect(panel().textContent).toMatch(/200.*ms.*"rake"/s))
  expect(sentTo('/api/tools').map(({ query }) => query.toString())).toEqual(['q=rake'])
  expect(location.href).not.toContain('rake')
})

test('a call that changes something is sent after a confirmation, and a refusal is shown as it is', async () => {
  const pattern = 'PUT /api/x/garden/beds/b1'
  page = await mountPage({
    plugin,
    path: '/api-reference?operation=garden_set_bed',
    answers: { ...answers, [pattern]: problem(409, 'conflict') },
  })
  await label('Try it')
  await vi.waitFor(() => expect(document.querySelector('textarea')).toBeTruthy())
  await page.fill('textarea', '{"id": "b1", "name": "Roses", "kind": "flowers"}')
  await label('Send')
  await vi.waitFor(() => expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeTruthy())
  expect(sentTo('/api/x/garden/beds/b1')).toEqual([])
  await label('Send')
  await vi.waitFor(() => expect(page.text()).toContain('"code": "conflict"'))
  expect(sentTo('/api/x/garden/beds/b1').map(({ body }) => body)).toEqual([{ name: 'Roses', kind: 'flowers' }])
})
