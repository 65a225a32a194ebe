import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import { Modal } from '../components/Modal.tsx'
import type { MountedPage } from '../testing/mount-page.ts'
import { useCommand } from './useCommand.ts'
import { useShortcut } from './useShortcut.ts'
import { useCharacterKeys } from './useCharacterKeys.ts'
import { useCommands } from './useCommands.ts'
import { useShortcuts } from './useShortcuts.ts'

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  page = undefined
})

/** Presses a key where the focus is, or on an element, and says whether the browser would still act on it. */
async function press(key: string, more: KeyboardEventInit = {}, on?: Element): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  await page?.act(() => (on ?? document.activeElement ?? document.body).dispatchEvent(event))
  return !event.defaultPrevented
}

function recorder() {
  const ran: string[] = []
  const note = (what: string) => () => void ran.push(what)
  return { ran, note }
}

test('keys run their registered commands, and the browser ignores them', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useShortcut('c', note('create'))
    useShortcut('mod+k', note('palette'))
    useShortcut('?', note('help'))
    return null
  })
  expect(await press('c')).toBe(false)
  await press('k', { ctrlKey: true })
  await press('?', { shiftKey: true })
  expect(await press('q')).toBe(true)
  await press('c', { ctrlKey: true })
  await press('c', { repeat: true })
  expect(ran).toEqual(['create', 'palette', 'help'])
})

test('a sequence runs at its last key, and not when another came between', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useShortcut('g m', note('members'))
    useShortcut('c', note('create'))
    return null
  })
  await press('g')
  await press('m')
  await press('m')
  await press('g')
  await press('c')
  await press('g')
  await press('g')
  await press('m')
  expect(ran).toEqual(['members', 'members'])
})

test('nothing runs while a user types, but chords with mod do', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useShortcut('c', note('create'))
    useShortcut('mod+k', note('palette'))
    return (
      <>
        <input id="text" aria-label="Text" />
        <textarea id="area" aria-label="Area" />
        <select id="select" aria-label="Select" />
        <div id="rich" contentEditable suppressContentEditableWarning>
          <b id="inside">Bold</b>
        </div>
        <ul role="menu">
          <li id="item" role="menuitem" tabIndex={0}>
            Entry
          </li>
        </ul>
        <input id="tick" type="checkbox" aria-label="Tick" />
      </>
    )
  })
  for (const id of ['text', 'area', 'select', 'inside', 'item']) await press('c', {}, page.find(`#${id}`))
  expect(ran).toEqual([])
  await press('k', { ctrlKey: true }, page.find('#text'))
  await press('c', {}, page.find('#tick'))
  expect(ran).toEqual(['palette', 'create'])
})

test('keys that compose a text run nothing', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useShortcut('c', note('create'))
    return <input id="text" aria-label="Text" />
  })
  await press('c', { isComposing: true })
  await press('Process', { code: 'KeyC' }, page.find('#text'))
  expect(ran).toEqual([])
})

test('behind an open dialog no command runs, and inside it its own ones do', async () => {
  const { ran, note } = recorder()
  function Inside() {
    useShortcut('n', note('inside'))
    return <button type="button">Inside</button>
  }
  function Page() {
    const [open, setOpen] = useState(true)
    useShortcut('c', note('create'))
    useShortcut('mod+k', note('palette'))
    return (
      <Modal open={open} onClose={() => setOpen(false)} title="Dialog">
        <Inside />
      </Modal>
    )
  }
  page = await mountComponent(Page)
  await press('c', {}, document.body)
  await press('k', { ctrlKey: true }, document.body)
  await press('n', {}, document.body)
  expect(ran).toEqual(['inside'])
  await press('Escape', {}, page.find('[role=dialog]'))
  await page.act(() => vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull()))
  await press('n', {}, document.body)
  await press('c', {}, document.body)
  expect(ran).toEqual(['inside', 'create'])
})

test('of two commands with the same keys the last one runs, and the first again when it is gone', async () => {
  const { ran, note } = recorder()
  function Inner() {
    useShortcut('c', note('inner'))
    return null
  }
  function Page() {
    const [isInner, setInner] = useState(false)
    useShortcut('c', note('outer'))
    return (
      <>
        {isInner && <Inner />}
        <button id="toggle" type="button" aria-label="Toggle" onClick={() => setInner(!isInner)} />
      </>
    )
  }
  page = await mountComponent(Page)
  await page.click('#toggle')
  await press('c', {}, document.body)
  await page.click('#toggle')
  await press('c', {}, document.body)
  expect(ran).toEqual(['inner', 'outer'])
})

test('enter and space stay with the button that has the focus', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useShortcut('Enter', note('open'))
    return <button id="button" type="button" aria-label="Open" />
  })
  await press('Enter', {}, page.find('#button'))
  await press('Enter', {}, document.body)
  expect(ran).toEqual(['open'])
})

test('a reader who switches characters off keeps chords with mod and keys that write nothing', async () => {
  const { ran, note } = recorder()
  page = await mountComponent(() => {
    useCharacterKeys(false)
    useShortcut('c', note('create'))
    useShortcut('g m', note('members'))
    useShortcut('mod+k', note('palette'))
    useShortcut('Escape', note('escape'))
    return null
  })
  await press('c')
  await press('g')
  await press('m')
  await press('k', { ctrlKey: true })
  await press('Escape')
  expect(ran).toEqual(['palette', 'escape'])
})

test('a handler sees the newest state, and one that is not enabled does nothing', async () => {
  const seen: number[] = []
  page = await mountComponent(() => {
    const [count, setCount] = useState(0)
    useShortcut('c', () => {
      seen.push(count)
      setCount(count + 1)
    })
    useShortcut('x', () => seen.push(-1), { enabled: false })
    return null
  })
  await press('c')
  await press('c')
  await press('x')
  expect(seen).toEqual([0, 1])
})

test('a command is listed with its keys as long as its component is there', async () => {
  const { ran, note } = recorder()
  function List() {
    const commands = useCommands()
    const shortcuts = useShortcuts()
    return (
      <p>
        {commands.map(({ label }) => label).join()} {shortcuts.map(({ keys, label }) => `${keys}=${label}`).join()}
      </p>
    )
  }
  function Create() {
    useCommand({ id: 'create', label: 'Create note', keys: 'c', run: note('create') })
    return null
  }
  function Page() {
    const [isThere, setThere] = useState(true)
    return (
      <>
        {isThere && <Create />}
        <List />
        <button id="remove" type="button" aria-label="Remove" onClick={() => setThere(false)} />
      </>
    )
  }
  page = await mountComponent(Page)
  expect(page.find('p').textContent).toBe('Create note c=Create note')
  await press('c')
  expect(ran).toEqual(['create'])
  await page.click('#remove')
  expect(page.find('p').textContent).toBe(' ')
})

describe('for any key presses', () => {
  const key = fc.constantFrom('a', 'b', 'g', 'm', '/', '?', 'Escape', 'Shift')
  test('the registry of a page never throws, and runs a single key as often as it is pressed', async () => {
    const { ran, note } = recorder()
    page = await mountComponent(() => {
      useShortcut('a', note('a'))
      return <input id="text" aria-label="Text" />
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 20 }), async (presses) => {
        ran.length = 0
        for (const [one, isTyping] of presses) {
          const target = isTyping ? page?.find('#text') : document.body
          target?.dispatchEvent(new KeyboardEvent('keydown', { key: one, bubbles: true, cancelable: true }))
        }
        expect(ran).toHaveLength(presses.filter(([one, isTyping]) => one === 'a' && !isTyping).length)
      }),
      { numRuns: process.env['HOST_SOAK'] === '1' ? 2_000 : 50 },
    )
  })
})
