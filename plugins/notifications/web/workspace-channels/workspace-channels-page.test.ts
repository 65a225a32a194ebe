import { afterEach, describe, expect, test } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import { mostWorkspaceChannels, type WorkspaceChannelEntry } from '../../shared/workspace-channels.ts'
import { plugin } from '../index.ts'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const path = '/settings/workspace-channels'
const route = '/api/notifications/workspace-channels'
const channel: WorkspaceChannelEntry = {
  id: 'nwc_1',
  kind: 'slack',
  name: 'Operations',
  fields: { url: '••••••••' },
  state: 'working',
  error: null,
  createdAt: '2026-01-31T08:15:00.000Z',
  language: 'zh',
  // The feature of the second one is off.
  categories: ['disks.full', 'mail.bounced'],
}
const kinds = [
  {
    id: 'slack',
    title: 'Slack',
    icon: 'hash',
    fields: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
    secrets: ['url'],
  },
]
const categories = [
  { key: 'disks.full', title: 'Full disks', plugin: 'Disks' },
  { key: 'exports.ready', title: 'Exports', plugin: 'Exports' },
]
const listOf = (items: readonly WorkspaceChannelEntry[]) => ({
  [`GET ${route}`]: { items, nextCursor: null, kinds, categories },
})

async function press(name: string): Promise<void> {
  const found = [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].findLast(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
  if (found === undefined) throw new Error(`No button "${name}".`)
  await page?.act(() => found.click())
}

async function toggle(name: string): Promise<void> {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
  if (label === undefined) throw new Error(`No checkbox "${name}".`)
  await page?.act(() => label.click())
}

const sent = (method: string) =>
  page?.requests.filter((request) => request.method === method && request.path.startsWith(route))

describe('channels of a workspace', () => {
  test('an empty page explains them, and a new channel gets the checked notification types', async () => {
    page = await mountPage({
      plugin,
      path,
      answers: { ...listOf([]), [`POST ${route}`]: { ...channel, signingKey: null } },
    })
    expect(page.text()).toContain('No workspace channels')
    await press('Add channel')
    await page.fill('[name=url]', 'https://hooks.example.com/T0')
    await toggle('Exports')
    await press('Save')
    expect(sent('POST')?.map(({ body }) => body)).toEqual([
      {
        kind: 'slack',
        name: 'Slack',
        fields: { url: 'https://hooks.example.com/T0' },
        language: 'en',
        categories: ['disks.full'],
      },
    ])
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  test('a channel without notification types is not sent, and refusals are shown at their fields', async () => {
    const refused = problem(422, 'invalid_input', { errors: [{ path: 'fields.url', message: 'Not allowed.' }] })
    page = await mountPage({ plugin, path, answers: { ...listOf([]), [`POST ${route}`]: refused } })
    await press('Add channel')
    await toggle('Exports')
    await toggle('Full disks')
    await press('Save')
    expect(sent('POST')).toEqual([])
    expect(document.body.textContent).toContain('Choose at least one notification type.')
    await toggle('Exports')
    await press('Save')
    expect(page.find('[name=url]').getAttribute('aria-invalid')).toBe('true')
  })

  test('a change keeps the types of a feature that is off', async () => {
    page = await mountPage({ plugin, path, answers: { ...listOf([channel]), [`PATCH ${route}/nwc_1`]: channel } })
    expect(page.text()).toContain('Slack · 1 notification type')
    await press('Actions for Operations')
    await press('Edit channel')
    await toggle('Exports')
    await press('Save')
    expect(sent('PATCH')?.map(({ body }) => body)).toEqual([
      {
        name: 'Operations',
        fields: channel.fields,
        language: 'zh',
        categories: ['disks.full', 'mail.bounced', 'exports.ready'],
      },
    ])
  })

  test('a test message and the switch use the channel of the workspace, and a full workspace says so', async () => {
    const items = Array.from({ length: mostWorkspaceChannels }, (_, at) => ({ ...channel, id: `nwc_${at}` }))
    const lost = { ...channel, error: 'The server did not respond.' }
    page = await mountPage({ plugin, path, answers: { ...listOf(items), [`POST ${route}/nwc_9/test`]: lost } })
    await press('Actions for Operations')
    await press('Send test')
    expect(sent('POST')?.map((request) => request.path)).toEqual([`${route}/nwc_9/test`])
    expect(document.body.textContent).toContain('The server did not respond.')
    const add = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add channel')
    expect(add?.getAttribute('aria-disabled')).toBe('true')
  })
})

test.each(variants)('the page is accessible in $theme and $language', async (variant) => {
  for (const items of [[], [channel]]) {
    page = await mountPage({ plugin, path, answers: listOf(items), ...variant })
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unmount()
  }
  page = await mountPage({ plugin, path, answers: listOf([]), ...variant })
  await page.act(() => page?.find('main button').click())
  expect(await accessibilityProblems({ container: document.body })).toEqual([])
})
