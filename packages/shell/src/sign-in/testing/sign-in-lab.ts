import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createFakeServer, problem, type FakeAnswers } from '@host/plugin-sdk/testing'
import { App } from '../../App.tsx'
import { waitFor } from '../../testing/wait-for.ts'

export const nobody = problem(401, 'unauthenticated')
export const common: FakeAnswers = {
  'GET /api/auth/me': nobody,
  'GET /api/auth/methods': [{ id: 'password', kind: 'password', label: 'Password' }],
  'GET /api/auth/policy': { canRegister: true, canResetPassword: true, isSetUp: true },
  'GET /api/menus': [],
}

const shown: { readonly root: Root; readonly container: HTMLElement }[] = []

/** Registers the hooks of a test file: empty storage and no open page for each test, and a longer time limit. */
export function prepareSignIn(): void {
  vi.setConfig({ testTimeout: 30_000 })
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  afterEach(leave)
}

/** Takes the page away, as before another visit. */
export function leave(): void {
  for (const { root, container } of shown.splice(0)) {
    root.unmount()
    container.remove()
  }
}

export function open(path: string, answers: FakeAnswers = {}) {
  history.replaceState(null, '', path)
  const { fetch, requests } = createFakeServer({ ...common, ...answers })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  shown.push({ root, container })
  root.render(createElement(App, { fetch, loadEdition: () => Promise.resolve({ plugins: [], icons: {} }) }))
  return requests
}

export const text = () => document.body.textContent ?? ''
export const title = (wanted: string) => waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(wanted))
export const submit = () => document.querySelector('form')?.requestSubmit()

export async function fill(values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    await waitFor(() => expect(document.querySelector(`input[name=${name}]`)).not.toBeNull())
    const input = document.querySelector(`input[name=${name}]`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

export async function press(label: string) {
  await waitFor(() => expect(buttonOf(label)).toBeDefined())
  buttonOf(label)?.click()
}

export function buttonOf(label: string): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>('button, main a')
  return [...all].find(({ textContent }) => textContent.trim() === label)
}
