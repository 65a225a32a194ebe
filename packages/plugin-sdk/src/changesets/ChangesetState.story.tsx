import { defineStory } from '../gallery/story.ts'
import { ChangesetState } from './ChangesetState.tsx'

export const story = defineStory({
  component: 'ChangesetState',
  examples: {
    waiting: () => <ChangesetState state="planned" />,
    'being applied': () => <ChangesetState state="applying" />,
    interrupted: () => <ChangesetState state="interrupted" />,
    applied: () => <ChangesetState state="applied" />,
    'left half-done': () => <ChangesetState state="left" />,
    expired: () => <ChangesetState state="expired" />,
  },
})
