import { Button } from '../components/Button.tsx'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { BulkBar } from './BulkBar.tsx'
import type { Selection } from './useSelection.ts'

const nothing = () => undefined
const chosen: Selection = {
  keys: new Set(['a', 'b', 'c']),
  isAllMatching: false,
  isEmpty: false,
  toggle: nothing,
  set: nothing,
  chooseAllMatching: nothing,
  clear: nothing,
}

function Act({ say }: ExampleProps) {
  return <Button size="compact">{say('Archive', '归档')}</Button>
}

export const story = defineStory({
  component: 'BulkBar',
  examples: {
    'some rows': ({ say }) => (
      <BulkBar selection={chosen} loaded={50}>
        <Act say={say} />
      </BulkBar>
    ),
    'all loaded rows, and more that match': ({ say }) => (
      <BulkBar selection={chosen} loaded={3} hasMore total={1204}>
        <Act say={say} />
      </BulkBar>
    ),
    'all that match': ({ say }) => (
      <BulkBar selection={{ ...chosen, isAllMatching: true }} loaded={3} hasMore total={1204}>
        <Act say={say} />
      </BulkBar>
    ),
  },
})
