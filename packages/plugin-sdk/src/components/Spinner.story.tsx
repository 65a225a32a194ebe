import { defineStory } from '../gallery/story.ts'
import { Spinner } from './Spinner.tsx'

export const story = defineStory({
  component: 'Spinner',
  examples: {
    'beside words that say what goes on': ({ say }) => (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Spinner /> {say('Checking the records', '正在检查记录')}
      </p>
    ),
  },
})
