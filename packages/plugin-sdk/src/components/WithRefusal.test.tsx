import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { endpointsWith, nothing, type Me } from '@host/plugin/wire'
import * as z from 'zod/mini'
import type { ShellScope } from '../plugin-gate/resolve-pages.ts'
import { usePluginGate } from '../plugin-gate/usePluginGate.ts'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, shellAnswers, type MountedPage } from '../testing/index.ts'
import { defineUIPlugin, type UIRoute } from '../ui-plugin.ts'
import { Button } from './Button.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { Toggle } from './Toggle.tsx'
import { Form } from '../forms/Form.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'

const endpoint = endpointsWith(z.toJSONSchema)
const options = { input: nothing, output: nothing, summary: 'Do it' } as const
const change = endpoint({ ...options, pattern: 'POST /api/x/notes/notes' })
const credential = endpoint({ ...options, pattern: 'POST /api/x/notes/keys', revealsSecret: true })
const ofConsole = endpoint({ ...options, pattern: 'POST /api/instance/notes', audience: 'instance', session: 'recent' })
const ofEveryone = endpoint({ ...options, pattern: 'POST /api/x/notes/guests', audience: 'public' })
const press = vi.fn()

function Controls() {
  return (
    <>
      <Button onClick={press}>plain</Button>
      <Button calls={change} onClick={press}>
        change
      </Button>
      <Button calls={ofConsole} onClick={press}>
        console
      </Button>
      <Button calls={ofEveryone} onClick={press}>
        public
      </Button>
      <Button calls={credential} onClick={press}>
        credential
      </Button>
      <IconButton calls={credential} icon="key" label="icon" onClick={press} />
      <Toggle calls={credential} label="toggle" checked={false} onChange={press} />
      <ButtonLink calls={credential} to="/notes/export">
        link
      </ButtonLink>
      <Form source={credential} fields={{}} submitLabel="form" onSubmit={async () => press()} />
    </>
  )
}

let page: MountedPage | undefined
afterEach(async () => {
  await page?.unmount()
  press.mockClear()
})

async function mount(
  Page: () => unknown,
  support: { readonly isReadOnly: boolean } | undefined,
  scope: ShellScope = 'tenant',
): Promise<MountedPage> {
  const route: UIRoute = { path: '/notes', Component: lazyPage(() => Promise.resolve({ default: Page as () => null })) }
  const plugin =
    scope === 'tenant'
      ? defineUIPlugin({ name: 'notes', routes: [route] })
      : defineUIPlugin({ name: 'notes', instanceRoutes: [route] })
  const me = shellAnswers(plugin)['GET /api/auth/me'] as Me
  const notice = { id: 'sup_1', name: 'Ada', until: '2026-06-04T09:15:00.000Z', isOwn: true }
  const workspace = me.workspace && { ...me.workspace, ...(support && { support: [{ ...notice, ...support }] }) }
  const answers = { 'GET /api/auth/me': { ...me, role: 'admin', workspace } }
  return (page = await mountPage({ plugin, scope, path: '/notes', answers }))
}

/** The texts that describe a control. */
function descriptionOf(control: Element): string | undefined {
  const ids = control.getAttribute('aria-describedby')?.split(' ')
  return ids?.map((id) => document.getElementById(id)?.textContent).join(', ')
}

/** The controls that can't be pressed, each with the text that describes it. */
function disabled({ container }: MountedPage): readonly string[] {
  return Array.from(container.querySelectorAll('button[aria-disabled]'), (button) => {
    return `${button.getAttribute('aria-label') ?? button.textContent}: ${descriptionOf(button)}`
  })
}

test('§I64 controls of endpoints that support access does not include are disabled, with the reason', async () => {
  const mounted = await mount(Controls, { isReadOnly: false })
  const names = ['credential', 'icon', 'toggle', 'link', 'form']
  expect(disabled(mounted)).toEqual(names.map((name) => `${name}: Not available in support access`))
  await mounted.act(() => mounted.container.querySelectorAll('button').forEach((button) => button.click()))
  expect(press).toHaveBeenCalledTimes(4)
})

test('§I64 read-only support access disables changes too', async () => {
  const mounted = await mount(Controls, { isReadOnly: true })
  expect(disabled(mounted).slice(0, 2)).toEqual([
    'change: Support access is read-only',
    'credential: Not available in support access',
  ])
})

function Described() {
  return (
    <>
      <span id="note">note</span>
      <Button calls={credential} aria-describedby="note">
        button
      </Button>
      <IconButton calls={credential} aria-describedby="note" icon="key" label="icon" />
      <Toggle calls={credential} describedBy="note" label="toggle" checked={false} onChange={press} />
      <Field label="field" hint="note">
        <Toggle calls={credential} checked={false} onChange={press} />
      </Field>
    </>
  )
}

test('§I64 the reason comes after the description that a control has', async () => {
  const { container } = await mount(Described, { isReadOnly: false })
  const described = Array.from(container.querySelectorAll('button[aria-disabled]'), descriptionOf)
  expect(described).toEqual(Array(4).fill('note, Not available in support access'))
})

test("§I64 a bar that can't save does not save by its shortcut either", async () => {
  const Unsaved = () => <SaveBar isDirty calls={credential} onSave={press} onDiscard={press} />
  const mounted = await mount(Unsaved, { isReadOnly: false })
  await mounted.press('mod+s')
  expect(press).not.toHaveBeenCalled()
  expect(disabled(mounted)).toEqual(['Save changes: Not available in support access'])
})

test('members have all of these controls', async () => {
  expect(disabled(await mount(Controls, undefined))).toEqual([])
})

function Refused() {
  const { degrade } = usePluginGate()
  useEffect(() => degrade(403), [degrade])
  return null
}

test('§I64 a page that support access does not include says so', async () => {
  expect((await mount(Refused, { isReadOnly: false })).text()).toContain('Not available in support access')
})

test('§I64 a page of the console does not blame support access', async () => {
  const { text } = await mount(Refused, { isReadOnly: false }, 'instance')
  expect(text()).toContain("You don't have access to this page")
})
