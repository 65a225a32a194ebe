import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { StatusView } from './StatusView.tsx'

export const story = defineStory({
  component: 'StatusView',
  examples: {
    'with a drawing': ({ say }) => (
      <StatusView
        icon="check"
        illustration="done"
        title={say('Everything is set up', '设置已完成')}
        actions={<Button variant="primary">{say('Open', '打开')}</Button>}
      >
        <p>{say('People can sign in from now on.', '现在可以登录。')}</p>
      </StatusView>
    ),
    'with an icon and small print': ({ say }) => (
      <StatusView
        icon="triangle-alert"
        tone="danger"
        title={say('The import stopped', '导入已停止')}
        footnote={say('Since 10:42', '自 10:42 起')}
      />
    ),
    'of the accent': ({ say }) => (
      <StatusView icon="package" tone="accent" title={say('A new version is ready', '新版本已就绪')} />
    ),
  },
})
