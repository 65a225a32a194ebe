import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from './Menu.tsx'

const workspaces = ['Acme', 'Harbour', 'Northwind'].map((name) => ({ value: name, label: name, text: name }))

function Choices({ say, search }: ExampleProps & { readonly search?: string }) {
  const [chosen, setChosen] = useState('Acme')
  return (
    <Menu trigger={<Button>{chosen}</Button>} align="start" {...(search !== undefined && { search })}>
      <MenuChoices label={say('Workspace', '工作区')} value={chosen} choices={workspaces} onChange={setChosen} />
    </Menu>
  )
}

export const story = defineStory({
  component: 'Menu',
  examples: {
    actions: ({ say }) => (
      <Menu trigger={<IconButton icon="ellipsis" label={say('More', '更多')} />} align="start">
        <MenuLabel>{say('This link', '此短链接')}</MenuLabel>
        <MenuItem icon="copy" onSelect={() => undefined}>
          {say('Copy', '复制')}
        </MenuItem>
        <MenuItem icon="lock" disabled onSelect={() => undefined}>
          {say('Lock', '锁定')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="x" danger onSelect={() => undefined}>
          {say('Delete', '删除')}
        </MenuItem>
      </Menu>
    ),
    choices: ({ say }) => <Choices say={say} />,
    'with a search': ({ say }) => <Choices say={say} search={say('Search workspaces', '搜索工作区')} />,
  },
})
