import { defineStory } from '../gallery/story.ts'
import { Progress } from './Progress.tsx'

export const story = defineStory({
  component: 'Progress',
  examples: {
    bar: ({ say }) => <Progress label={say('Importing members', '正在导入成员')} value={0.42} showLabel />,
    'bar, unknown progress': ({ say }) => (
      <Progress label={say('Waiting for the server', '正在等待服务器')} showLabel />
    ),
    ring: ({ say }) => <Progress label={say('Uploading', '正在上传')} value={0.7} shape="ring" showLabel />,
    'ring, unknown progress': ({ say }) => <Progress label={say('Uploading', '正在上传')} shape="ring" />,
    full: ({ say }) => <Progress label={say('Done', '完成')} value={1} showLabel />,
  },
})
