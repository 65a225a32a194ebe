import { defineStory } from '../gallery/story.ts'
import { Textarea } from './Textarea.tsx'

/** Several lines, growing and counted. */
export const story = defineStory({
  component: 'Textarea',
  examples: {
    plain: ({ say }) => <Textarea aria-label={say('About', '简介')} placeholder={say('A few words', '简单介绍')} />,
    counted: ({ say }) => (
      <Textarea
        aria-label={say('About', '简介')}
        maxLength={60}
        defaultValue={say('What this is for.', '用途说明。')}
      />
    ),
    'nearly full': ({ say }) => (
      <Textarea
        aria-label={say('About', '简介')}
        maxLength={12}
        defaultValue={say('Nearly full', '快要写满了快要写满了啊')}
      />
    ),
    wrong: ({ say }) => <Textarea aria-label={say('About', '简介')} aria-invalid />,
    disabled: ({ say }) => <Textarea aria-label={say('About', '简介')} disabled />,
  },
})
