import type { TestClient } from '@host/testing'
import { createGreeting } from './shared.ts'

/** Demo data of the two workspaces of `host dev`. */
export async function demo(owner: TestClient): Promise<void> {
  for (const text of ['Good morning', 'The kettle is on', 'Back at three']) await owner.call(createGreeting, { text })
}
