import { useState } from 'react'
import { defineStory } from '../gallery/story.ts'
import { ColorField, type ColorPreset } from './ColorField.tsx'

export const story = defineStory({
  component: 'ColorField',
  examples: {
    plain: ({ say }) => <Sample label={say('Stage color', '阶段颜色')} value="#1a7f5a" />,
    'own presets': ({ say }) => (
      <Sample
        label={say('Label color', '标签颜色')}
        value="#c2410c"
        presets={[
          { color: '#c2410c', label: say('Rust', '锈红') },
          { color: '#0f766e', label: say('Sea', '海绿') },
        ]}
      />
    ),
    empty: ({ say }) => <Sample label={say('Card color', '卡片颜色')} value="" />,
    wrong: ({ say }) => <Sample label={say('Text color', '文字颜色')} value="blueish" />,
    disabled: ({ say }) => <Sample label={say('Line color', '线条颜色')} value="#1a7f5a" disabled />,
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
