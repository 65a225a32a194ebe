import { dirname } from 'node:path'
import type { WebHalf } from './web-half.ts'

/** Whether a style sheet begins Tailwind: it says itself that nothing is scanned unless named. */
export function takesSources(id: string, code: string): boolean {
  return /\.css(?:$|\?)/.test(id) && /source\(none\)|plugin-sdk\/tokens\.css/.test(code)
}

/** Lists the plugins' own folders as Tailwind sources, without their dependencies. */
export function sourcesOf(halves: readonly WebHalf[]): string {
  return halves
    .map(({ entry, dir, isComposed }) => JSON.stringify(isComposed ? dir : dirname(entry)))
    .map((folder) => `@source ${folder};`)
    .join('\n')
}
