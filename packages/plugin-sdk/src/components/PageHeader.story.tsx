import { defineStory } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { PageHeader } from './PageHeader.tsx'

export const story = defineStory({
  component: 'PageHeader',
  examples: {
    'a title': ({ say }) => <PageHeader title={say('Links', '短链接')} />,
    'with what it is for, and what can be done': ({ say }) => (
      <PageHeader
        title={say('Links', '短链接')}
        description={say('Short addresses that lead where you say.', '通往您指定地址的短链接。')}
        actions={
          <>
            <Button>{say('Import', '导入')}</Button>
            <Button variant="primary" icon="plus">
              {say('Create link', '创建短链接')}
            </Button>
          </>
        }
      />
    ),
  },
})
