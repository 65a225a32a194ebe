import type { TestClient } from '@host/testing'
import { addBook } from './shared.ts'

/** Demo data of the two workspaces of `host dev`. */
export async function demo(owner: TestClient): Promise<void> {
  await owner.call(addBook, { title: 'The Mythical Man-Month', author: 'Frederick P. Brooks' })
  await owner.call(addBook, { title: 'A Pattern Language', author: 'Christopher Alexander' })
}
