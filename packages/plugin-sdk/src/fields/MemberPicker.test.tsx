import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fixturePlugin } from '../components/fixture-page.ts'
import { problem, type FakeRequest } from '../testing/fake-server.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { MemberPicker } from './MemberPicker.tsx'

let page: MountedPage | undefined
afterEach(() => page?.unmount())

const members = [
  { userId: 'usr_a', name: 'Ada', email: 'ada@example.com' },
  { userId: 'usr_b', name: 'Ben', email: 'ben@example.com' },
]

const change = vi.fn<(value: unknown) => void>()

function Owner({ start }: { readonly start: string | null }) {
  const [value, setValue] = useState(start)
  function set(next: string | null) {
    setValue(next)
    change(next)
  }
  return <MemberPicker label="Owner" value={value} onChange={set} />
}

async function mount(
  start: string | null,
  answer: (request: FakeRequest) => unknown = answerAll,
): Promise<MountedPage> {
  page = await mountPage({
    plugin: fixturePlugin(() => <Owner start={start} />),
    path: '/fixture',
    answers: { 'GET /api/members': answer },
  })
  return page
}

function answerAll({ query }: FakeRequest): unknown {
  const text = query.get('q')?.toLowerCase() ?? ''
  return { items: members.filter(({ email }) => email.includes(text)), nextCursor: null }
}

const input = () => page!.find<HTMLInputElement>('input[role=combobox]')

test('members are found by a part of their name or email, and chosen with Enter', async () => {
  const mounted = await mount(null)
  await mounted.act(() => input().focus())
  await mounted.act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), 'ben')
    input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  })
  const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  await vi.waitFor(async () => {
    await mounted.act(() => undefined)
    expect(options()).toEqual(['Benben@example.com'])
  })
  await mounted.press('Enter')
  expect(change).toHaveBeenLastCalledWith('usr_b')
  expect(input().value).toBe('Ben')
})

test('a stored member is shown by name, from whichever page of the list', async () => {
  await mount('usr_b', ({ query }) => {
    if (query.get('limit') !== '200') return { items: [], nextCursor: null }
    const isSecond = query.get('cursor') === 'second'
    return { items: [members[isSecond ? 1 : 0]], nextCursor: isSecond ? null : 'second' }
  })
  expect(input().value).toBe('Ben')
})

test('a user who is no longer a member is shown as a former member, and can be cleared', async () => {
  const mounted = await mount('usr_gone')
  expect(input().value).toBe('Former member')
  await mounted.click('button[aria-label=Clear]')
  expect(change).toHaveBeenLastCalledWith(null)
})

test('a member who cannot be looked up is unknown rather than former', async () => {
  await mount('usr_a', () => problem(503, 'overloaded'))
  expect(input().value).toBe('Unknown member')
})
