import { defineStory } from '../gallery/story.ts'
import { IconButton } from './IconButton.tsx'
import { Input } from './Input.tsx'

/** A line of text in every state. */
export const story = defineStory({
  component: 'Input',
  examples: {
    plain: ({ say }) => <Input aria-label={say('Name', '名称')} placeholder={say('Write a name', '填写名称')} />,
    icon: ({ say }) => <Input aria-label={say('Search', '搜索')} icon="search" placeholder={say('Search', '搜索')} />,
    affixes: ({ say }) => (
      <div className="flex flex-col gap-2">
        <Input aria-label={say('Address', '网址')} prefix="https://" defaultValue="example.com" />
        <Input aria-label={say('Time to wait', '等待时间')} suffix={say('seconds', '秒')} defaultValue="30" />
      </div>
    ),
    trailing: ({ say }) => (
      <Input
        aria-label={say('Search', '搜索')}
        defaultValue="aurora"
        trailing={<IconButton icon="x" size="compact" label={say('Clear', '清除')} />}
      />
    ),
    'read-only': ({ say }) => <Input aria-label={say('Short name', '短名称')} defaultValue="aurora" readOnly />,
    disabled: ({ say }) => <Input aria-label={say('Name', '名称')} defaultValue="Aurora" disabled />,
    wrong: ({ say }) => <Input aria-label={say('Name', '名称')} aria-invalid />,
  },
})
