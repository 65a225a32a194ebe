import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Combobox } from './Combobox.tsx'

type Say = ExampleProps['say']

/** One or several of many, known or searched for. */
export const story = defineStory({
  component: 'Combobox',
  examples: {
    single: ({ say }) => <One say={say} />,
    multiple: ({ say }) => <Several say={say} />,
    'with new ones': ({ say }) => <Creating say={say} />,
    loaded: ({ say }) => <Loaded say={say} />,
    'that cannot load': ({ say }) => <Lost say={say} />,
    disabled: ({ say }) => (
      <Combobox label={say('City', '城市')} value="bergen" options={cities(say)} onChange={() => undefined} disabled />
    ),
  },
})

function cities(say: Say) {
  return [
    { value: 'bergen', label: say('Bergen', '卑尔根') },
    { value: 'kyoto', label: say('Kyoto', '京都') },
    { value: 'lisbon', label: say('Lisbon', '里斯本') },
    { value: 'quito', label: say('Quito', '基多') },
  ]
}

function One({ say }: { readonly say: Say }) {
  const [value, setValue] = useState<string | null>('kyoto')
  return <Combobox label={say('City', '城市')} value={value} options={cities(say)} onChange={setValue} />
}

function Several({ say }: { readonly say: Say }) {
  const [value, setValue] = useState<readonly string[]>(['kyoto', 'quito'])
  return <Combobox label={say('Cities', '城市')} multiple value={value} options={cities(say)} onChange={setValue} />
}

function Creating({ say }: { readonly say: Say }) {
  const [value, setValue] = useState<readonly string[]>([])
  return (
    <Combobox
      label={say('Tags', '标签')}
      placeholder={say('Add a tag', '添加标签')}
      multiple
      value={value}
      options={cities(say)}
      onChange={setValue}
      onCreate={(text) => text}
    />
  )
}

function Loaded({ say }: { readonly say: Say }) {
  const [value, setValue] = useState<string | null>(null)
  const load = async (text: string) => cities(say).filter(({ label }) => label.includes(text))
  return <Combobox label={say('City', '城市')} value={value} load={load} onChange={setValue} />
}

function Lost({ say }: { readonly say: Say }) {
  const [value, setValue] = useState<string | null>(null)
  const load = () => Promise.reject(new Error('offline'))
  return <Combobox label={say('City', '城市')} value={value} load={load} onChange={setValue} />
}
