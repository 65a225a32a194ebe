import { defineStory } from '../gallery/story.ts'
import { HelpLink } from './HelpLink.tsx'

export const story = defineStory({
  component: 'HelpLink',
  examples: {
    plain: () => <HelpLink slug="links" />,
    'with words of its own': ({ say }) => (
      <HelpLink slug="links">{say('How links are chosen', '短链接如何选取')}</HelpLink>
    ),
  },
})
