import { defineStory } from '../gallery/story.ts'
import { PageTitle } from './PageTitle.tsx'

export const story = defineStory({
  component: 'PageTitle',
  examples: {
    plain: ({ say }) => <PageTitle>{say('Members', '成员')}</PageTitle>,
    long: ({ say }) => (
      <PageTitle>
        {say(
          'Everything that people of this workspace have done in the last ninety days',
          '此工作区成员在过去九十天内的全部操作记录',
        )}
      </PageTitle>
    ),
  },
})
