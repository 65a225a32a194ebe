import { expect, test } from 'vitest'
import { defineUIPlugin, lazyPage, type UIPlugin } from '@host/plugin-sdk'
import { goKeys } from './go-keys.ts'

const Component = lazyPage(() => Promise.resolve({ default: () => null }))
const plugin = (name: string, ...paths: readonly `/${string}`[]): UIPlugin =>
  defineUIPlugin({ name, routes: paths.map((path) => ({ path, Component })) })

const inTree = [
  plugin('overview', '/'),
  plugin('workspaces', '/members', '/settings/workspace'),
  plugin('features', '/features'),
  plugin('audit', '/audit'),
  plugin('settings', '/settings/personal'),
]

test('each page has the first free letter of its path, in the order of the build', () => {
  expect(Object.fromEntries(goKeys(inTree, 'tenant'))).toEqual({
    '/': 'g o',
    '/members': 'g m',
    '/settings/workspace': 'g s',
    '/features': 'g f',
    '/audit': 'g a',
    '/settings/personal': 'g p',
  })
})

test('a plugin that is added at the end changes no letter of those before it', () => {
  const before = goKeys(inTree, 'tenant')
  const after = goKeys([...inTree, plugin('mail', '/mail', '/mail/:id')], 'tenant')
  expect(Object.fromEntries([...after].slice(0, before.size))).toEqual(Object.fromEntries(before))
  expect(after.get('/mail')).toBe('g i')
  expect(after.has('/mail/:id')).toBe(false)
})

test('a page for which no letter is left has no keys', () => {
  expect(goKeys([plugin('a', '/a'), plugin('aa', '/aa')], 'tenant').get('/aa')).toBeUndefined()
})
