import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Select } from './Select.tsx'

/** One of a few from a list. */
export const story = defineStory({
  component: 'Select',
  examples: {
    chosen: ({ say }) => <Roles say={say} first="member" />,
    'nothing chosen': ({ say }) => <Roles say={say} first="" />,
    quiet: ({ say }) => <Roles say={say} first="admin" quiet />,
    disabled: ({ say }) => <Roles say={say} first="owner" disabled />,
  },
})

type RolesProps = ExampleProps & { readonly first: string; readonly quiet?: boolean; readonly disabled?: boolean }

function Roles({ say, first, ...rest }: RolesProps) {
  const [value, setValue] = useState(first)
  const options = [
    { value: 'owner', label: say('Owner', '所有者'), description: say('Everything', '全部权限') },
    { value: 'admin', label: say('Admin', '管理员'), description: say('People and settings', '成员与设置') },
    { value: 'member', label: say('Member', '成员') },
  ]
  return <Select label={say('Role', '角色')} value={value} options={options} onChange={setValue} {...rest} />
}
