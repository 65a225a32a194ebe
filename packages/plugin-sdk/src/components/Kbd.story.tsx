import { defineStory } from '../gallery/story.ts'
import { Kbd } from './Kbd.tsx'

const shortcuts = ['mod+k', 'g m', '/', '?', 'Escape', 'mod+shift+Enter', 'j']

export const story = defineStory({
  component: 'Kbd',
  examples: {
    all: () => (
      <div className="flex flex-wrap gap-6">
        {shortcuts.map((keys) => (
          <Kbd key={keys} keys={keys} />
        ))}
      </div>
    ),
  },
})
