import { MenuItem } from '../components/Menu.tsx'
import { defineStory } from '../gallery/story.ts'
import { RowMenu } from './RowMenu.tsx'

export const story = defineStory({
  component: 'RowMenu',
  examples: {
    'in a row that is pointed at': ({ say }) => (
      <div className="group flex items-center justify-between">
        {say('Shop in Lyon', '里昂店')}
        <RowMenu name={say('Shop in Lyon', '里昂店')}>
          <MenuItem icon="trash" danger onSelect={() => undefined}>
            {say('Delete shop', '删除店铺')}
          </MenuItem>
        </RowMenu>
      </div>
    ),
  },
})
