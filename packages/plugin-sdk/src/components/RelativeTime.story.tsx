import { defineStory } from '../gallery/story.ts'
import { RelativeTime } from './RelativeTime.tsx'

const ago = [5_000, 90_000, 5 * 3_600_000, 3 * 86_400_000, 400 * 86_400_000, -86_400_000]

export const story = defineStory({
  component: 'RelativeTime',
  examples: {
    all: () => (
      <ul className="flex flex-col gap-2 text-sm">
        {ago.map((distance) => (
          <li key={distance}>
            <RelativeTime value={Date.now() - distance} />
          </li>
        ))}
      </ul>
    ),
    'left out by Tab': () => <RelativeTime value={Date.now() - 60_000} skipFocus />,
  },
})
