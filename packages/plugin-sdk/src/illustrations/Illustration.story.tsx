import { defineStory } from '../gallery/story.ts'
import { Illustration } from './Illustration.tsx'

const names = ['empty', 'noMatch', 'locked', 'denied', 'offline', 'done'] as const

export const story = defineStory({
  component: 'Illustration',
  examples: {
    all: () => (
      <div className="flex flex-wrap gap-8">
        {names.map((name) => (
          <Illustration key={name} name={name} />
        ))}
      </div>
    ),
  },
})
