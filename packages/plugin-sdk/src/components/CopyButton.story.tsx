import { defineStory } from '../gallery/story.ts'
import { CopyButton } from './CopyButton.tsx'

export const story = defineStory({
  component: 'CopyButton',
  examples: {
    plain: () => <CopyButton value="usr_01" />,
    'says what it copies': ({ say }) => (
      <span className="inline-flex items-center gap-1 text-sm">
        <code className="font-mono text-xs">usr_01</code>
        <CopyButton value="usr_01" label={say('Copy the id', '复制编号')} />
      </span>
    ),
  },
})
