import type { ComponentType } from 'react'
import { lazyPage } from '../lazy-page.ts'
import { mountPage, type MountedPage } from '../testing/mount-page.ts'
import { defineUIPlugin, type UIPlugin } from '../ui-plugin.ts'

/** Creates a plugin with a given component as its only page, at `/fixture`. */
export function fixturePlugin(Component: ComponentType): UIPlugin {
  const page = lazyPage(() => Promise.resolve({ default: Component }))
  return defineUIPlugin({ name: 'fixture', routes: [{ path: '/fixture', Component: page }] })
}

/** Mounts a component as the only thing on a plugin's page. */
export function mountComponent(Component: ComponentType): Promise<MountedPage> {
  return mountPage({ plugin: fixturePlugin(Component), path: '/fixture' })
}

/** Types into a control as the browser reports it. */
export function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
