import assert from 'node:assert/strict'
import type { Visitor } from './visitor.ts'

/** Switches a feature of the visitor's workspace, as the feature page does. */
export async function switchFeature(visitor: Visitor, key: string, enabled: boolean): Promise<void> {
  const { status, body } = await visitor.send('PUT', `/api/features/${key}`, { body: { enabled } })
  assert.equal(status, 200, JSON.stringify(body))
}

/** The paths that a menu endpoint announces to a visitor. */
export async function pathsOf(visitor: Visitor, endpoint: '/api/menus' | '/api/instance/menus'): Promise<string[]> {
  const { status, body } = await visitor.get<readonly { readonly path: string }[]>(endpoint)
  assert.equal(status, 200, JSON.stringify(body))
  return body.map(({ path }) => path)
}
