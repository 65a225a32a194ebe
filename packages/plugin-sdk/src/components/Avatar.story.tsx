import { defineStory } from '../gallery/story.ts'
import { Avatar } from './Avatar.tsx'

/** One green point. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

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
    'a picture instead': () => (
      <div className="flex gap-2">
        <Avatar name="Tea House" picture={picture} shape="square" />
        <Avatar name="Tea House" picture={picture} shape="square" size="small" />
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
