import { defineStory } from '../gallery/story.ts'
import { Badge } from './Badge.tsx'

const tones = ['neutral', 'accent', 'positive', 'warning', 'danger'] as const

export const story = defineStory({
  component: 'Badge',
  examples: {
    tones: ({ say }) => (
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {say('Active', '启用')}
          </Badge>
        ))}
      </div>
    ),
    'with a dot, for a state': ({ say }) => (
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} dot>
            {say('Waiting', '等待中')}
          </Badge>
        ))}
      </div>
    ),
    'a count': () => <Badge>1,204</Badge>,
  },
})
