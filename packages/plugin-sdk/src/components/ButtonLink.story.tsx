import { defineStory } from '../gallery/story.ts'
import { ButtonLink } from './ButtonLink.tsx'

/** A link that looks like a button. */
export const story = defineStory({
  component: 'ButtonLink',
  examples: {
    variants: ({ say }) => (
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/" variant="primary" icon="plus">
          {say('Add member', '添加成员')}
        </ButtonLink>
        <ButtonLink to="/">{say('All members', '全部成员')}</ButtonLink>
        <ButtonLink to="/" variant="ghost" size="compact">
          {say('Back', '返回')}
        </ButtonLink>
      </div>
    ),
  },
})
