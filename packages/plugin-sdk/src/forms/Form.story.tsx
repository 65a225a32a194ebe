import type { StandardSchemaV1 } from '@standard-schema/spec'
import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from '../components/Button.tsx'
import { Form } from './Form.tsx'

/** A form with every kind of control, and one for settings. */
export const story = defineStory({
  component: 'Form',
  answers: {
    'GET /api/members': { items: [{ userId: 'usr_1', name: 'Ada', email: 'ada@example.com' }], nextCursor: null },
  },
  examples: {
    'every control': ({ say }) => <EveryControl say={say} />,
    settings: ({ say }) => <Settings say={say} />,
  },
})

/** A schema without a library: a story needs no more than that something is checked. */
function anything<Input extends object>(): StandardSchemaV1<Input> {
  return { '~standard': { version: 1, vendor: 'host', validate: (value) => ({ value: value as Input }) } }
}

interface Note {
  readonly title: string
  readonly about?: string
  readonly copies?: number
  readonly color: string
  readonly size: string
  readonly city?: string | null
  readonly due?: string
  readonly price?: number
  readonly owner?: string
  readonly tint?: string
  readonly share: number
  readonly key?: string
  readonly isPinned: boolean
  readonly isShared: boolean
}

const note = anything<Note>()
const later = () => new Promise((resolve) => setTimeout(resolve, 800))

function EveryControl({ say }: ExampleProps) {
  const colors = [
    { value: 'red', label: say('Red', '红色') },
    { value: 'blue', label: say('Blue', '蓝色') },
  ]
  return (
    <Form
      source={note}
      values={{ share: 40, isPinned: true, isShared: false, key: '••••••••' }}
      fields={{
        title: { label: say('Title', '标题'), hint: say('Short is good.', '简短为宜。'), required: true },
        about: { label: say('About', '简介'), control: 'textarea' },
        copies: { label: say('Copies', '份数'), control: 'number', suffix: say('pieces', '份'), min: 1 },
        color: { label: say('Colour', '颜色'), control: 'select', options: colors, required: true },
        size: { label: say('Second color', '第二种颜色'), control: 'radio', options: colors },
        city: { label: say('Third color', '第三种颜色'), control: 'combobox', options: colors },
        due: { label: say('Due', '截止日期'), control: 'date', min: '2026-01-01' },
        price: { label: say('Price', '价格'), control: 'money', currency: 'EUR' },
        owner: { label: say('Owner', '负责人'), control: 'member' },
        tint: { label: say('Card color', '卡片颜色'), control: 'color' },
        share: { label: say('Share', '比例'), control: 'slider', format: (share) => `${share}%` },
        key: { label: say('Key', '密钥'), control: 'secret' },
        isPinned: { label: say('Keep at the top', '置顶'), control: 'checkbox' },
        isShared: { label: say('Shared', '共享'), control: 'toggle' },
      }}
      onSubmit={later}
      onCancel={() => undefined}
    />
  )
}

function Settings({ say }: ExampleProps) {
  const [title, setTitle] = useState(say('Plan A', '方案甲'))
  return (
    <div className="flex flex-col gap-3">
      <Form
        source={anything<{ readonly title: string }>()}
        variant="settings"
        title={say('General', '常规')}
        values={{ title }}
        fields={{ title: { label: say('Title', '标题'), required: true } }}
        onSubmit={later}
      />
      <Button size="compact" onClick={() => setTitle(`${title} +`)}>
        {say('Change it on the server', '在服务器上更改')}
      </Button>
    </div>
  )
}
