import { afterEach, describe, expect, test, vi } from 'vitest'
import { accessibilityProblems, mountPage, problem, variants, type MountedPage } from '@host/plugin-sdk/testing'
import type { SectionForm } from '../shared.ts'
import { plugin } from './index.ts'

const mask = '••••••••'
const both = (en: string, zh: string) => ({ en, zh })

const section: SectionForm = {
  plugin: 'alerts',
  id: 'alerts',
  title: both('Alerts', '提醒'),
  schema: {
    type: 'object',
    properties: {
      threshold: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      channel: { type: 'string', enum: ['mail', 'chat'], default: 'mail' },
      isLoud: { type: 'boolean', default: false },
      tags: { type: 'array', items: { type: 'string' }, default: [] },
      address: { type: 'string', format: 'email' },
      note: { type: 'string', maxLength: 500, default: 'Hello' },
      zone: { type: 'string', format: 'time-zone', default: 'UTC' },
      apiKey: { type: 'string', default: '', writeOnly: true },
    },
  },
  fields: {
    threshold: { label: both('Threshold', '阈值'), hint: both('From 1 to 100.', '1 至 100。') },
    channel: { label: both('Channel', '渠道'), options: { mail: both('Email', '邮件'), chat: both('Chat', '聊天') } },
    isLoud: { label: both('Loud', '响铃') },
    tags: { label: both('Tags', '标签') },
    address: { label: both('Address', '地址') },
    note: { label: both('Note', '备注') },
    zone: { label: both('Time zone', '时区') },
    apiKey: { label: both('API key', 'API 密钥') },
  },
  secrets: ['apiKey'],
  values: {
    threshold: 10,
    channel: 'mail',
    isLoud: false,
    tags: ['a'],
    address: 'a@b.test',
    note: '',
    zone: 'UTC',
    apiKey: mask,
  },
}
const menu = (path: string) => ({ id: 'alerts', label: 'Alerts', path, icon: 'box', order: 1 })
const announced = [
  { ...menu('/settings/alerts'), category: 'Settings' },
  { ...menu('/settings/other'), category: 'Settings' },
]

let page: MountedPage | undefined
afterEach(() => page?.unmount())

async function open(more: object = {}, path: `/${string}` = '/settings/alerts'): Promise<MountedPage> {
  page = await mountPage({
    plugin,
    path,
    answers: {
      'GET /api/menus': announced,
      'GET /api/user/sections': { items: [{ plugin: 'alerts', id: 'alerts', kind: 'workspace' }], nextCursor: null },
      'GET /api/settings/alerts': section,
      ...more,
    },
  })
  return page
}

const save = () => page!.act(() => page!.find<HTMLFormElement>('main form').requestSubmit())
const sent = () =>
  page!.requests.filter(({ method }) => method === 'PUT').map(({ body }) => (body as { values: object }).values)

describe.each(variants)('in $theme and $language', (variant) => {
  test('a section is a form made of its schema, accessible', async () => {
    page = await mountPage({
      plugin,
      path: '/settings/alerts',
      scope: 'instance',
      answers: {
        'GET /api/instance/menus': [menu('/settings/alerts')],
        'GET /api/instance/settings': { items: [{ plugin: 'alerts', id: 'alerts' }], nextCursor: null },
        'GET /api/instance/settings/alerts': section,
      },
      ...variant,
    })
    const { title, fields } = section
    for (const { label } of [{ label: title }, ...Object.values(fields)]) {
      expect(page.text()).toContain(label[variant.language])
    }
    expect(page.text()).toContain(variant.language === 'en' ? 'From 1 to 100.' : '1 至 100。')
    expect(page.find<HTMLInputElement>('input[name=threshold]').value).toBe('10')
    expect(page.text()).toContain(variant.language === 'en' ? 'Email' : '邮件')
    expect(page.find<HTMLInputElement>('input[type=radio]').checked).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test('the whole section is saved, the mask sent back with it, and an empty text stays empty', async () => {
  await open({ 'PUT /api/settings/alerts': section })
  await page!.fill('input[name=threshold]', '20')
  await page!.click('[role=switch]')
  await save()
  expect(sent()).toEqual([{ ...section.values, threshold: 20, isLoud: true }])
  expect(document.body.textContent).toContain('Settings saved')
})

test('a form of text that was taken away is left out, since an empty one is none', async () => {
  await open({ 'PUT /api/settings/alerts': section })
  await page!.fill('input[name=address]', '')
  await save()
  expect(sent()[0]).not.toHaveProperty('address')
})

test('a secret is removed only when a user says so', async () => {
  await open({ 'PUT /api/settings/alerts': section })
  const key = () => page!.find<HTMLInputElement>('input[type=password]')
  await page!.fill('input[type=password]', '')
  await page!.act(() => key().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(key().value).toBe(mask)
  await page!.click('button[aria-label="Remove"]')
  expect([key().value, key().placeholder]).toEqual(['', 'Removed when you save'])
  await save()
  expect(sent()).toEqual([{ ...section.values, apiKey: '' }])
})

test('a refusal of the server is shown at its field, and the typed text stays', async () => {
  const errors = [
    { path: 'tags.0', message: 'Enter at least 2 characters.' },
    { path: 'threshold', message: 'This must be odd.' },
  ]
  await open({ 'PUT /api/settings/alerts': () => problem(400, 'invalid_input', { errors }) })
  await page!.fill('input[name=threshold]', '20')
  await save()
  const threshold = page!.find<HTMLInputElement>('input[name=threshold]')
  expect([threshold.value, threshold.getAttribute('aria-invalid')]).toEqual(['20', 'true'])
  expect(page!.text()).toContain('This must be odd.')
  expect(page!.text()).toContain('Enter at least 2 characters.')
})

test('a number that must be there is asked for before anything is sent', async () => {
  await open({ 'PUT /api/settings/alerts': section })
  await page!.fill('input[name=threshold]', '')
  await save()
  expect(sent()).toEqual([])
  expect(page!.find('input[name=threshold]').getAttribute('aria-invalid')).toBe('true')
})

test('a newer version never replaces the typed text', async () => {
  const answer = vi.fn(() => section)
  await open({ 'GET /api/settings/alerts': answer })
  await page!.fill('input[name=threshold]', '20')
  answer.mockReturnValue({ ...section, values: { ...section.values, threshold: 30 } })
  await page!.changeElsewhere('/api/settings')
  expect(page!.find<HTMLInputElement>('input[name=threshold]').value).toBe('20')
  expect(page!.text()).toContain('A newer version exists')
})

test('an announced page without a section is reported as missing in this build', async () => {
  await open({}, '/settings/other')
  expect(page!.text()).toContain("This page isn't in this build")
})

test('a person without a workspace reaches their own sections', async () => {
  await open({
    'GET /api/user/sections': { items: [{ plugin: 'alerts', id: 'alerts', kind: 'user' }], nextCursor: null },
    'GET /api/user/settings/alerts': section,
  })
  expect(page!.text()).toContain('Applies to you')
})
