/// <reference types="vite/types/importMeta.d.ts" />
import type { Story } from './story.ts'

const modules = import.meta.glob<{ readonly story: Story }>('../**/*.story.tsx')

const loaders = new Map(Object.entries(modules).map(([path, load]) => [componentOf(path), load]))

/** The components that have a story, in the order of the alphabet. */
export const storied: readonly string[] = [...loaders.keys()].toSorted((a, b) => a.localeCompare(b, 'en'))

/** The story of a component; undefined when it has none. */
export async function loadStory(component: string): Promise<Story | undefined> {
  return (await loaders.get(component)?.())?.story
}

function componentOf(path: string): string {
  return path.replace(/^.*\//, '').replace('.story.tsx', '')
}
