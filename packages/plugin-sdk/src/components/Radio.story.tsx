import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Radio } from './Radio.tsx'

/** One of a few that are all seen. */
export const story = defineStory({
  component: 'Radio',
  examples: {
    descriptions: ({ say }) => <Density say={say} />,
    inline: ({ say }) => <Density say={say} isInline />,
  },
})

function Density({ say, isInline = false }: ExampleProps & { readonly isInline?: boolean }) {
  const [value, setValue] = useState<string>()
  const options = [
    { value: 'comfortable', label: say('Comfortable', '宽松'), description: say('More room', '间距更大') },
    { value: 'compact', label: say('Compact', '紧凑'), description: say('More rows', '显示更多行') },
    { value: 'none', label: say('Neither', '都不是'), disabled: true },
  ]
  const shown = isInline ? options.map((option) => ({ ...option, description: undefined })) : options
  return <Radio label={say('Density', '密度')} value={value} options={shown} onChange={setValue} isInline={isInline} />
}
