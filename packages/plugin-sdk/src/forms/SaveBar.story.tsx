import { defineStory } from '../gallery/story.ts'
import { SaveBar } from './SaveBar.tsx'

const nothing = () => undefined

/** The bar to save: with something unsaved, on its way, and with nothing to save. */
export const story = defineStory({
  component: 'SaveBar',
  examples: {
    unsaved: () => <SaveBar isDirty onSave={nothing} onDiscard={nothing} />,
    busy: () => <SaveBar isDirty busy onSave={nothing} onDiscard={nothing} />,
    'nothing to save': () => <SaveBar isDirty={false} onSave={nothing} onDiscard={nothing} />,
  },
})
