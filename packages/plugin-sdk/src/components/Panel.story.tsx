import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { Panel } from './Panel.tsx'

export const story = defineStory({
  component: 'Panel',
  examples: {
    'with a heading, actions and a footer': ({ say }) => (
      <Panel
        title={say('Domains', '域名')}
        description={say('Names under which links are reached.', '访问短链接所用的域名。')}
        actions={<Button size="compact">{say('Add', '添加')}</Button>}
        footer={<Button variant="primary">{say('Save', '保存')}</Button>}
      >
        <p className="text-sm">example.com</p>
      </Panel>
    ),
    plain: ({ say }) => (
      <Panel>
        <p className="text-sm">{say('Nothing but what it holds.', '仅显示内容。')}</p>
      </Panel>
    ),
    'flush, for a list that reaches the edges': () => (
      <Panel flush>
        <ul className="divide-y divide-line text-sm">
          <li className="px-4 py-2">example.com</li>
          <li className="px-4 py-2">example.org</li>
        </ul>
      </Panel>
    ),
  },
})
