import { useState } from 'react'
import { accentPresets } from '../accent/presets.ts'
import { defineStory } from '../gallery/story.ts'
import { ColorField, type ColorPreset } from './ColorField.tsx'

const [green, red] = ['green', 'red'].map((name) => accentPresets.find(({ id }) => id === name)?.color ?? '') as [
  string,
  string,
]

export const story = defineStory({
  component: 'ColorField',
  examples: {
    plain: ({ say }) => <Sample label={say('Stage color', '阶段颜色')} value={green} />,
    'own presets': ({ say }) => (
      <Sample
        label={say('Label color', '标签颜色')}
        value={red}
        presets={[
          { color: red, label: say('Rust', '锈红') },
          { color: green, label: say('Sea', '海绿') },
        ]}
      />
    ),
    empty: ({ say }) => <Sample label={say('Card color', '卡片颜色')} value="" />,
    wrong: ({ say }) => <Sample label={say('Text color', '文字颜色')} value="blueish" />,
    disabled: ({ say }) => <Sample label={say('Line color', '线条颜色')} value={green} disabled />,
  },
})

interface SampleProps {
  readonly label: string
  readonly value: string
  readonly presets?: readonly ColorPreset[]
  readonly disabled?: boolean
}

function Sample({ value: initial, ...rest }: SampleProps) {
  const [value, setValue] = useState(initial)
  return <ColorField {...rest} value={value} onChange={setValue} />
}
