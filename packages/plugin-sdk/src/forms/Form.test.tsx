import * as z from 'zod/mini'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ClientError } from '@host/client'
import { endpointsWith } from '@host/plugin/wire'
import { mountComponent, type } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { Form } from './Form.tsx'

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  history.replaceState(null, '', '/')
})

const changeNote = endpointsWith(z.toJSONSchema)({
  pattern: 'POST /api/x/notes/notes',
  input: z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(20)),
    email: z.optional(z.email()),
    colour: z.enum(['red', 'blue']),
    copies: z.optional(z.int().check(z.gte(1), z.lte(9))),
    isPinned: z.boolean(),
  }),
  output: z.object({}),
  summary: 'Change a note',
})

const fields = {
  title: { label: 'Title' },
  email: { label: 'Email' },
  colour: { label: 'Color' },
  copies: { label: 'Copies' },
  isPinned: { label: 'Pinned' },
} as const

type Send = (input: unknown) => Promise<unknown>

function dialog(onSubmit: Send): Promise<MountedPage> {
  const values = { colour: 'red', isPinned: true } as const
  return mountComponent(() => <Form source={changeNote} fields={fields} values={values} onSubmit={onSubmit} />)
}

function input(name: string): HTMLInputElement {
  return page!.find<HTMLInputElement>(`input[name=${name}]`)
}

async function submit(): Promise<void> {
  await page?.act(() => page?.find<HTMLFormElement>('main form').requestSubmit())
}

function errorAt(control: HTMLElement): string | undefined {
  const note = document.querySelector(`[id="${control.getAttribute('aria-describedby')}"]`)
  return control.getAttribute('aria-invalid') === 'true' ? note?.textContent : undefined
}

test('controls come from the schema, and the sent values fit it', async () => {
  const send = vi.fn<Send>(() => Promise.resolve())
  page = await dialog(send)
  expect(input('email').type).toBe('email')
  expect(input('copies').type).toBe('number')
  expect(input('title').maxLength).toBe(20)
  expect(page.find('[role=combobox]').textContent).toBe('red')
  expect(page.find<HTMLInputElement>('input[type=checkbox]').checked).toBe(true)
  expect(input('title').labels?.[0]?.textContent).toBe('Title')
  expect(input('email').labels?.[0]?.textContent).toContain('optional')
  await page.act(() => type(input('title'), 'Plan'))
  await page.act(() => type(input('copies'), '3'))
  await submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({ title: 'Plan', colour: 'red', copies: 3, isPinned: true })
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a field shows the default of the schema, and is sent with it', async () => {
  const send = vi.fn<Send>(() => Promise.resolve())
  const source = endpointsWith(z.toJSONSchema)({
    pattern: 'POST /api/x/notes/deals',
    input: z.object({
      stage: z._default(z.enum(['lead', 'won']), 'lead'),
      size: z._default(z.enum(['small', 'large']), 'large'),
      title: z._default(z.string(), 'Untitled'),
      copies: z._default(z.int(), 3),
      due: z._default(z.iso.date(), '2026-11-20'),
      isPinned: z._default(z.boolean(), true),
      tags: z._default(z.array(z.string()), ['new']),
      share: z._default(z.int(), 40),
      about: z._default(z.nullable(z.string()), null),
    }),
    output: z.object({}),
    summary: 'Create a deal',
  })
  const described = {
    stage: { label: 'Stage', options: [{ value: 'lead', label: 'Lead' }] },
    size: { label: 'Size', control: 'radio' },
    title: { label: 'Title' },
    copies: { label: 'Copies' },
    due: { label: 'Due' },
    isPinned: { label: 'Pinned' },
    tags: { label: 'Tags', options: [{ value: 'new', label: 'New' }] },
    share: { label: 'Share', control: 'slider' },
    about: { label: 'About' },
  } as const
  page = await mountComponent(() => <Form source={source} fields={described} onSubmit={send} />)
  expect(page.find('[role=combobox]').textContent).toBe('Lead')
  expect(page.find<HTMLInputElement>('input[type=checkbox]').checked).toBe(true)
  expect([input('title').value, input('copies').value]).toEqual(['Untitled', '3'])
  const labels = [...document.querySelectorAll('main form label')].map(({ textContent }) => textContent)
  expect(labels.filter((label) => label.includes('optional'))).toEqual(['Aboutoptional'])
  await submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({
    stage: 'lead',
    size: 'large',
    title: 'Untitled',
    copies: 3,
    due: '2026-11-20',
    isPinned: true,
    tags: ['new'],
    share: 40,
    about: null,
  })
})

test('values of the page win over the default of the schema', async () => {
  const source = z.object({
    title: z._default(z.string(), 'Untitled'),
    note: z._default(z.nullable(z.string()), 'New'),
  })
  const texts = { title: { label: 'Title' }, note: { label: 'Note' } }
  page = await mountComponent(() => (
    <Form source={source} fields={texts} values={{ title: '', note: null }} onSubmit={() => Promise.resolve()} />
  ))
  expect([input('title').value, input('note').value]).toEqual(['', ''])
})

test('errors are shown at their fields, the first of them has the focus, and nothing is sent', async () => {
  const send = vi.fn<Send>(() => Promise.resolve())
  page = await dialog(send)
  await page.act(() => type(input('email'), 'nobody'))
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(errorAt(input('title'))).toBe('Required.')
  expect(errorAt(input('email'))).toBe('Enter a valid email, like name@example.com.')
  expect(document.activeElement).toBe(input('title'))
  await page.act(() => type(input('title'), 'Plan'))
  expect(errorAt(input('title'))).toBeUndefined()
})

test('rarely needed fields are folded away, and unfolded by an error', async () => {
  const rare = { ...fields, copies: { label: 'Copies', isAdvanced: true } }
  const values = { title: 'Plan', colour: 'red', isPinned: true } as const
  const refuse = () => Promise.reject(refusal([{ path: 'copies', message: 'Too many for the shelf.' }]))
  page = await mountComponent(() => <Form source={changeNote} fields={rare} values={values} onSubmit={refuse} />)
  const folded = page.find<HTMLDetailsElement>('details')
  expect([folded.open, folded.contains(input('copies')), folded.contains(input('title'))]).toEqual([false, true, false])
  await submit()
  expect(folded.open).toBe(true)
  expect(document.activeElement).toBe(input('copies'))
})

test('§ web 9 server refusals are shown in the place of the form’s own errors', async () => {
  page = await dialog(() => Promise.reject(refusal([{ path: 'copies', message: 'Too many for the shelf.' }])))
  await page.act(() => type(input('title'), 'Plan'))
  await submit()
  expect(errorAt(input('copies'))).toBe('Too many for the shelf.')
  expect(document.activeElement).toBe(input('copies'))
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('a refusal that names no field of the form stands below them', async () => {
  page = await dialog(() => Promise.reject(refusal([{ path: 'owner', message: 'Nobody owns it.' }])))
  await page.act(() => type(input('title'), 'Plan'))
  await submit()
  expect(page.find('[role=alert]').textContent).toContain('Some fields are not right')
})

test('a form that is on its way is not sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn<Send>(() => promise)
  page = await dialog(send)
  await page.act(() => type(input('title'), 'Plan'))
  await page.act(() => {
    page?.find<HTMLFormElement>('main form').requestSubmit()
    page?.find<HTMLFormElement>('main form').requestSubmit()
  })
  expect(page.find('button[type=submit]').getAttribute('aria-busy')).toBe('true')
  await submit()
  expect(send).toHaveBeenCalledOnce()
  await page.act(() => resolve())
  expect(page.find('button[type=submit]').getAttribute('aria-busy')).toBeNull()
})

test('a text that is taken away is sent as such, and not kept in silence', async () => {
  const send = vi.fn<Send>(() => Promise.resolve())
  const source = endpointsWith(z.toJSONSchema)({
    pattern: 'PATCH /api/x/notes/texts',
    input: z.object({ about: z.optional(z.string()), note: z.nullable(z.string()) }),
    output: z.object({}),
    summary: 'Change the texts of a note',
  })
  const texts = { about: { label: 'About' }, note: { label: 'Note', control: 'text' } } as const
  page = await mountComponent(() => (
    <Form source={source} fields={texts} values={{ about: 'Old', note: null }} onSubmit={send} />
  ))
  await page.act(() => type(input('about'), ''))
  await submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({ about: '', note: null })
})

let arrive: (title: string) => void
const save = vi.fn<Send>(() => Promise.resolve())

function Settings() {
  const [title, setTitle] = useState('Plan A')
  Object.assign(globalThis, { arriveTitle: setTitle })
  return (
    <Form
      source={z.object({ title: z.string() })}
      variant="settings"
      title="Note"
      values={{ title }}
      fields={{ title: { label: 'Title' } }}
      onSubmit={save}
    />
  )
}

async function settings(): Promise<MountedPage> {
  save.mockClear()
  const mounted = await mountComponent(Settings)
  arrive = (globalThis as unknown as { arriveTitle: typeof arrive }).arriveTitle
  return mounted
}

test('§ web 9 the bar to save comes with the first change and goes with the last', async () => {
  page = await settings()
  expect(page.text()).not.toContain('Unsaved changes')
  await page.act(() => type(input('title'), 'Plan B'))
  expect(page.text()).toContain('Unsaved changes')
  await page.act(() =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true })),
  )
  expect(save).toHaveBeenCalledExactlyOnceWith({ title: 'Plan B' })
  expect(page.text()).not.toContain('Unsaved changes')
})

test('discarding returns to the loaded values', async () => {
  page = await settings()
  await page.act(() => type(input('title'), 'Plan B'))
  await page.click('[role=status] button')
  expect(input('title').value).toBe('Plan A')
  expect(page.text()).not.toContain('Unsaved changes')
})

test('newer data show automatically in an untouched form', async () => {
  page = await settings()
  await page.act(() => arrive('Plan C'))
  expect(input('title').value).toBe('Plan C')
})

test('data that change again while a form takes the newer ones are shown', async () => {
  const source = changeNote
  page = await mountComponent(function Renaming() {
    const [title, setTitle] = useState('One')
    // Arrives in the same turn in which the form takes the second title.
    useEffect(() => {
      if (title === 'Two') setTitle('Three')
    }, [title])
    return (
      <>
        <Form source={source} fields={{ title: { label: 'Title' } }} values={{ title }} onSubmit={async () => null} />
        <button data-rename onClick={() => setTitle('Two')}>
          Rename
        </button>
      </>
    )
  })
  await page.click('[data-rename]')
  expect(input('title').value).toBe('Three')
})

test('§ web 11 newer data never replace typed text, unless the reader requests them', async () => {
  page = await settings()
  await page.act(() => type(input('title'), 'Plan B'))
  await page.act(() => arrive('Plan C'))
  expect(input('title').value).toBe('Plan B')
  expect(page.text()).toContain('A newer version exists')
  await page.click('[role=status] button')
  expect(input('title').value).toBe('Plan C')
  expect(page.text()).not.toContain('newer')
})

function refusal(errors: readonly { readonly path: string; readonly message: string }[]): ClientError {
  const title = 'Some fields are not right'
  const problem = {
    type: 'about:blank',
    title,
    status: 422,
    code: 'invalid_input' as const,
    nextStep: 'Correct them.',
    requestId: 'req_1',
    errors,
  }
  return new ClientError({ code: 'invalid_input', status: 422, message: title, problem })
}

test('money, members and colors have their controls, and a wrong amount is not sent', async () => {
  const send = vi.fn<Send>(() => Promise.resolve())
  const source = endpointsWith(z.toJSONSchema)({
    pattern: 'POST /api/x/notes/prices',
    input: z.object({
      price: z.int(),
      budget: z.object({ amount: z.int(), currency: z.string() }),
      fee: z.optional(z.nullable(z.int())),
      unit: z.enum(['jpy', 'usd']),
      owner: z.string().check(z.meta({ format: 'member' })),
      color: z.string().check(z.regex(/^#[\da-f]{6}$/)),
    }),
    output: z.object({}),
    summary: 'Set prices',
  })
  const described = {
    price: { label: 'Price', control: 'money', currency: 'USD' },
    budget: { label: 'Budget', currency: 'KWD', currencies: ['KWD', 'USD'] },
    fee: { label: 'Fee', control: 'money', currency: { from: 'unit' } },
    unit: { label: 'Unit' },
    owner: { label: 'Owner' },
    color: { label: 'Color' },
  } as const
  const values = { unit: 'jpy', owner: 'usr_1', color: '#aabbcc' } as const
  page = await mountComponent(() => <Form source={source} fields={described} values={values} onSubmit={send} />)
  const named = (label: string) => page!.find<HTMLInputElement>(`[id="${labelOf(label).htmlFor}"]`)
  await page.act(() => type(named('Price'), '1,50'))
  await page.act(() => type(named('Budget'), '1.5'))
  await page.act(() => type(named('Fee'), '5'))
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(errorAt(named('Price'))).toContain('Enter an amount')
  await page.act(() => type(named('Price'), '1.50'))
  await submit()
  const budget = { amount: 1_500, currency: 'KWD' }
  expect(send).toHaveBeenCalledExactlyOnceWith({ price: 150, budget, fee: 5, ...values })
})

function labelOf(text: string): HTMLLabelElement {
  const labels = [...document.querySelectorAll<HTMLLabelElement>('main form label')]
  const found = labels.find(({ textContent }) => textContent.startsWith(text))
  if (found === undefined) throw new Error(`No field is named ${text}`)
  return found
}
