import { TextSelection } from 'prosemirror-state'
import { afterEach, expect, test } from 'vitest'
import { mountPage, type MountedPage } from '@host/plugin-sdk/testing'
import type { Draft } from '../../shared.ts'
import { mailbox } from '../fixture.ts'
import { plugin } from '../index.ts'
import { editorOf } from './editor/email-editor.ts'
import { documentOf, htmlOf, isEditable } from './editor/email-html.ts'
import { linkOf } from './editor/LinkDialog.tsx'

const signature = '<div class="signature"><table><tbody><tr><td>Ada</td></tr></tbody></table></div>'
const draft: Draft = {
  id: 'maildraft_1',
  mailboxId: mailbox.id,
  kind: 'forward',
  from: mailbox.address,
  fromName: 'Support',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  snippet: '',
  text: 'Hello',
  html: null,
  editable: `<p>Hello</p>${signature}`,
  original: '<div><p>Forwarded</p></div>',
  answeredId: null,
  signatureId: null,
  files: [],
  revision: 1,
  updatedAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
}
const path = `/api/x/mail/drafts/${draft.id}`
const template = { id: 'mailtemplate_1', slug: 'x', name: 'Order', languages: ['en'], variables: ['name'] }
const answers = {
  [`GET ${path}`]: draft,
  'GET /api/x/mail/mailboxes': { items: [mailbox], nextCursor: null },
  'GET /api/x/mail/signatures': { items: [] },
  'GET /api/x/mail/templates': { items: [{ ...template, updatedAt: draft.updatedAt }], nextCursor: null },
}

let page: MountedPage
afterEach(async () => {
  await page?.unmount()
  localStorage.clear()
})

const open = (more: object = {}) =>
  mountPage({ plugin, path: `/mail/write/${draft.id}`, answers: { ...answers, ...more } })
const box = () => page.find('main [role=textbox]')
const button = (name: string) =>
  Array.from(document.querySelectorAll('button')).find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
const press = (name: string) => page.act(() => button(name)?.click())

test('buttons format the selection, and the signature stays as it was made', async () => {
  page = await open({ [`PATCH ${path}`]: draft })
  const editor = editorOf(box())
  if (editor === undefined) throw new Error('The editor did not open.')
  await page.act(() => editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 1, 6))))
  await press('Bold')
  expect(button('Bold')?.getAttribute('aria-pressed')).toBe('true')
  await press('Bulleted list')
  await press('Link')
  await page.fill('[name=href]', 'javascript:x()')
  await page.act(() => page.find<HTMLFormElement>('#link-form').requestSubmit())
  expect(document.body.textContent).toContain('Enter a web or email address.')
  await page.fill('[name=href]', 'a.example')
  await page.act(() => page.find<HTMLFormElement>('#link-form').requestSubmit())
  const item = '<li><p><a href="https://a.example/"><strong>Hello</strong></a></p></li>'
  expect(htmlOf(editor.state.doc)).toBe(`<ul>${item}</ul>${signature}`)
})

test('the keys that send and leave reach the page from within the text', async () => {
  const to = [{ name: 'Ada', address: 'ada@example.org' }]
  page = await open({ [`GET ${path}`]: { ...draft, to }, [`PATCH ${path}`]: { ...draft, to } })
  const pressed = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    box().dispatchEvent(event)
    return event.defaultPrevented
  }
  const editor = editorOf(box())
  editor?.focus()
  // oxlint-disable-next-line typescript/no-deprecated -- the editor reads it
  expect(pressed({ key: 'Escape', keyCode: 27 })).toBe(false)
  // oxlint-disable-next-line typescript/no-deprecated -- the editor reads it
  pressed({ key: 'Enter', keyCode: 13, ctrlKey: true })
  await expect.poll(() => page.requests.map(({ method }) => method)).toContain('POST')
})

test('a template is filled in and put into the text', async () => {
  const filled = { subject: 'Order 7', text: 'Dear Ada', html: '<p>Dear <b>Ada</b></p>' }
  page = await open({ [`POST /api/x/mail/templates/${template.id}/preview`]: filled })
  await press('Use a template')
  await press('Insert')
  expect(document.body.textContent).toContain('Enter a value.')
  await page.fill('[name=variable-name]', 'Ada')
  await press('Insert')
  const sent = page.requests.find(({ path: at }) => at.endsWith('/preview'))
  expect(sent?.body).toEqual({ language: 'en', variables: { name: 'Ada' } })
  expect(box().textContent).toContain('Dear Ada')
  expect(page.find<HTMLInputElement>('[name=subject]').value).toBe('Order 7')
})

test('the email that is forwarded can be left out', async () => {
  page = await open({ [`PATCH ${path}`]: { ...draft, original: null, revision: 2 } })
  expect(page.text()).toContain('Forwarded email')
  await press('Remove')
  expect(page.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ revision: 1, original: null })
  expect(page.text()).not.toContain('Forwarded email')
})

test('HTML that the editor can not show is known, and targets that run are no links', () => {
  expect(isEditable(draft.editable)).toBe(true)
  for (const html of ['<table></table>', '<p style="color: red">a</p>', '<img src="cid:a">', '<h1>a</h1>']) {
    expect(isEditable(html)).toBe(false)
  }
  expect(htmlOf(documentOf('<p>a<a href="javascript:x()">b</a></p>'))).toBe('<p>ab</p>')
  expect(htmlOf(documentOf(''))).toBe('')
  expect([linkOf('ada@a.example'), linkOf('data:x'), linkOf('')]).toEqual([
    'mailto:ada@a.example',
    undefined,
    undefined,
  ])
})
