import { defineStory } from '../gallery/story.ts'
import { Sparkline } from './Sparkline.tsx'

export const story = defineStory({
  component: 'Sparkline',
  examples: {
    'a course': ({ say }) => <Sparkline label={say('Changes', '更改')} values={[3, 5, 4, 8, 7, 12, 9, 14]} />,
    'nothing happened': ({ say }) => <Sparkline label={say('Changes', '更改')} values={[0, 0, 0, 0]} />,
  },
})
