import type { ComponentType } from 'react'
import type { FakeAnswers } from '../testing/fake-server.ts'

/** Props of an example. */
export interface ExampleProps {
  /** The text of the language that the gallery shows. */
  readonly say: (en: string, zh: string) => string
}

/** The page of one component in the gallery: every state that it has, each as an example under its name. */
export interface Story {
  /** The component's name, as the package exports it. */
  readonly component: string
  readonly examples: Readonly<Record<string, ComponentType<ExampleProps>>>
  /** Server answers for examples that make requests, by `METHOD /path`. */
  readonly answers?: FakeAnswers
}

/**
 * Declares the story of a component; it stands beside it as `<Component>.story.tsx` and is exported as `story`.
 * @example export const story = defineStory({ component: 'Button', examples: { plain: ({ say }) => <Button>{say('Save', '保存')}</Button> } })
 */
export function defineStory(story: Story): Story {
  return story
}
