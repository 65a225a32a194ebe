import { defineStory } from '../gallery/story.ts'
import { Widgets } from './Widgets.tsx'

export const story = defineStory({
  component: 'Widgets',
  examples: {
    'what plugins add to a page': () => <Widgets slot="overview.main" />,
    'nothing where no plugin adds anything': () => <Widgets slot="overview.aside" />,
  },
})
