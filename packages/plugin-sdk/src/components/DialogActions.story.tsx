import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { DialogActions } from './DialogActions.tsx'

export const story = defineStory({
  component: 'DialogActions',
  examples: {
    'at the end of a form': ({ say }) => (
      <DialogActions>
        <Button>{say('Cancel', '取消')}</Button>
        <Button variant="primary">{say('Save', '保存')}</Button>
      </DialogActions>
    ),
  },
})
