import type { TestClient } from '@host/testing'
import { createItem } from './shared.ts'

/** Demo data for a new workspace of `host dev` and for both test workspaces. */
export async function demo(owner: TestClient): Promise<void> {
  await owner.call(createItem, { title: 'First' })
}
