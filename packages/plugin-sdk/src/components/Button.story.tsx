import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'

/** Every look and state of a button. */
export const story = defineStory({
  component: 'Button',
  examples: {
    variants: ({ say }) => (
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon="plus">
          {say('Create note', '新建笔记')}
        </Button>
        <Button>{say('Edit', '编辑')}</Button>
        <Button variant="ghost">{say('Skip', '跳过')}</Button>
        <Button variant="danger">{say('Delete', '删除')}</Button>
      </div>
    ),
    compact: ({ say }) => (
      <div className="flex flex-wrap gap-2">
        <Button size="compact" variant="primary">
          {say('Save', '保存')}
        </Button>
        <Button size="compact">{say('Edit', '编辑')}</Button>
      </div>
    ),
    busy: ({ say }) => (
      <Button variant="primary" busy>
        {say('Saving', '正在保存')}
      </Button>
    ),
    disabled: ({ say }) => <Button disabled>{say('Save', '保存')}</Button>,
    'disabled with a reason': ({ say }) => (
      <Button disabledReason={say('Only owners delete a workspace.', '只有所有者可以删除工作区。')}>
        {say('Delete workspace', '删除工作区')}
      </Button>
    ),
  },
})
