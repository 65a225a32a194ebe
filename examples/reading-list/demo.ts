import type { TestClient } from '@host/testing'
import { addBook } from './shared.ts'

/** What stands in each of the two workspaces of `host dev` when they are new. */
export async function demo(owner: TestClient): Promise<void> {
  await owner.call(addBook, { title: 'The Mythical Man-Month', author: 'Frederick P. Brooks' })
  await owner.call(addBook, { title: 'A Pattern Language', author: 'Christopher Alexander' })
}
