import { defineStory } from '../gallery/story.ts'
import { StrengthMeter } from './StrengthMeter.tsx'

export const story = defineStory({
  component: 'StrengthMeter',
  examples: {
    'nothing typed': () => <StrengthMeter password="" />,
    'too short': () => <StrengthMeter password="short" />,
    'easy to guess': () => <StrengthMeter password="Password123456" />,
    fair: () => <StrengthMeter password="kettle-moon" />,
    good: () => <StrengthMeter password="kettle-moon-otter" />,
    strong: () => <StrengthMeter password="kettle-moon-otter-9-Lamp" />,
  },
})
