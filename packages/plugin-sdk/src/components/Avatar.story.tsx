import { defineStory } from '../gallery/story.ts'
import { Avatar } from './Avatar.tsx'

const names = ['Ada Lovelace', 'grace', '李小龙', 'Émile Zola', '']

export const story = defineStory({
  component: 'Avatar',
  examples: {
    'people, a circle': () => (
      <div className="flex gap-2">
        {names.map((name) => (
          <Avatar key={name} name={name} />
        ))}
      </div>
    ),
    'workspaces, a square': () => (
      <div className="flex gap-2">
        {names.map((name) => (
          <Avatar key={name} name={name} shape="square" />
        ))}
      </div>
    ),
    small: () => (
      <div className="flex gap-2">
        {names.map((name) => (
          <Avatar key={name} name={name} size="small" />
        ))}
      </div>
    ),
  },
})
