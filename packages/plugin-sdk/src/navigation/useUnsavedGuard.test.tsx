import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { useLeave } from './useLeave.ts'
import { useLocation } from './useLocation.ts'
import { useNavigate, type Navigate } from './useNavigate.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

let page: MountedPage | undefined
let navigate: Navigate
let leave: (action: () => void) => void
let setDirty: (isDirty: boolean) => void

beforeEach(async () => {
  await import('./LeaveDialog.tsx')
  page = await mountComponent(Dirty)
})

afterEach(() => page?.unmount())

function hold(held: { go: Navigate; away: typeof leave; change: typeof setDirty }): void {
  navigate = held.go
  leave = held.away
  setDirty = held.change
}

function Dirty(): ReactNode {
  const [isDirty, change] = useState(true)
  useUnsavedGuard(isDirty)
  hold({ go: useNavigate(), away: useLeave(), change })
  return <output>{useLocation()}</output>
}

function isAsked(): boolean {
  return document.querySelector('[role=dialog]')?.textContent.includes('Leave without saving?') ?? false
}

async function say(text: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
  await page?.act(() => buttons.find((button) => button.textContent === text)?.click())
}

test('§ web 9 a reader with unsaved changes is asked, and stays', async () => {
  await page?.act(() => navigate('/elsewhere'))
  expect(isAsked()).toBe(true)
  expect(document.activeElement?.textContent).toBe('Keep editing')
  await say('Keep editing')
  expect(isAsked()).toBe(false)
  expect(location.pathname).toBe('/admin/fixture')
})

test('or leaves', async () => {
  await page?.act(() => navigate('/elsewhere'))
  await say('Leave page')
  expect(location.pathname).toBe('/admin/elsewhere')
})

test('a changed query leaves nothing behind', async () => {
  await page?.act(() => navigate('/fixture?tab=two'))
  expect(isAsked()).toBe(false)
  expect(location.search).toBe('?tab=two')
})

test('a caller that has asked before may leave', async () => {
  await page?.act(() => navigate('/elsewhere', { force: true }))
  expect(isAsked()).toBe(false)
  expect(location.pathname).toBe('/admin/elsewhere')
})

test('a saved page is left without a question', async () => {
  await page?.act(() => setDirty(false))
  await page?.act(() => navigate('/elsewhere'))
  expect(location.pathname).toBe('/admin/elsewhere')
})

test('going back is undone, and done again when the reader agrees', async () => {
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined)
  await page?.act(() => arriveBy('/admin/before', -1))
  expect(go).toHaveBeenLastCalledWith(1)
  await page?.act(() => arriveBy('/admin/fixture', 0))
  expect(page?.text()).toContain('/fixture')
  expect(isAsked()).toBe(true)
  await say('Leave page')
  expect(go).toHaveBeenLastCalledWith(-1)
  await page?.act(() => arriveBy('/admin/before', -1))
  expect(isAsked()).toBe(false)
  expect(page?.text()).not.toContain('/fixture')
})

test('other ways of leaving ask too', async () => {
  const signOut = vi.fn()
  await page?.act(() => leave(signOut))
  expect(signOut).not.toHaveBeenCalled()
  await say('Leave page')
  expect(signOut).toHaveBeenCalledOnce()
})

test('closing the tab is the browser’s to ask about, and only while something is unsaved', async () => {
  expect(unload()).toBe(true)
  await page?.act(() => setDirty(false))
  expect(unload()).toBe(false)
})

function unload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** The browser has moved by itself. */
function arriveBy(path: string, place: number): void {
  history.replaceState({ key: `at ${place}`, place }, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}
