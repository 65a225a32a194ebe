import { useState } from 'react'
import { defineStory } from '../gallery/story.ts'
import { MemberPicker } from './MemberPicker.tsx'

const members = [
  { userId: 'usr_1', name: 'Ada Lovelace', email: 'ada@example.com' },
  { userId: 'usr_2', name: '王小明', email: 'ming@example.com' },
]

export const story = defineStory({
  component: 'MemberPicker',
  answers: { 'GET /api/members': { items: members, nextCursor: null } },
  examples: {
    single: ({ say }) => <One label={say('Owner', '负责人')} value="usr_1" />,
    multiple: ({ say }) => <Several label={say('Watchers', '关注者')} />,
    'former member': ({ say }) => <One label={say('Author', '作者')} value="usr_9" />,
    empty: ({ say }) => <One label={say('Reviewer', '审阅者')} value={null} />,
    disabled: ({ say }) => <One label={say('Creator', '创建者')} value="usr_2" disabled />,
  },
})

interface OneProps {
  readonly label: string
  readonly value: string | null
  readonly disabled?: boolean
}

function One({ value: initial, ...rest }: OneProps) {
  const [value, setValue] = useState(initial)
  return <MemberPicker {...rest} value={value} onChange={setValue} />
}

function Several({ label }: { readonly label: string }) {
  const [value, setValue] = useState<readonly string[]>(['usr_1', 'usr_2'])
  return <MemberPicker label={label} multiple value={value} onChange={setValue} />
}
