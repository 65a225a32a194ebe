import type { TestClient } from '@host/testing'
import { createItem } from './shared.ts'

/** What stands in a new workspace of `host dev`, and in both of the tests, so that a page has something to show. */
export async function demo(owner: TestClient): Promise<void> {
  await owner.call(createItem, { title: 'First' })
}
