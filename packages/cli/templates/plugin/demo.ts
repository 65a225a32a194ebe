import type { TestClient } from '@host/testing'
import { createItem } from './shared.ts'

/** Content of a new workspace of `host dev`, and of both in the tests, so that a page has data to show. */
export async function demo(owner: TestClient): Promise<void> {
  await owner.call(createItem, { title: 'First' })
}
